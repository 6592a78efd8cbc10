import { securityEventDays } from '#contract/account-rules.ts'
import { threadMonths } from '#contract/message-rules.ts'

interface Row {
  what: string
  who: string
  howLong: string
}

const rows: Row[] = [
  {
    what: 'Your name, email and login',
    who: 'Students see your name. Visitors see “Ada L.” Your email is never in a list.',
    howLong: 'until you delete your account',
  },
  {
    what: 'Your listings and photos',
    who: 'Everyone. Housing requests: confirmed students only.',
    howLong: 'until you delete them',
  },
  {
    what: 'Your messages, offers and meetings',
    who: 'The two of you. Moderators see reported conversations and missed meetings.',
    howLong: `until ${threadMonths} months after the last message`,
  },
  {
    what: 'Your favourites and saved searches',
    who: 'Only you',
    howLong: 'until you remove them',
  },
  {
    what: 'Reports, and what moderators decide',
    who: 'Moderators. We never say who reported someone.',
    howLong: 'for 24 months (notes and texts)',
  },
  {
    what: 'Logins and changes to your account',
    who: 'Only you',
    howLong: `for ${securityEventDays} days`,
  },
  {
    what: 'How often pages are opened',
    who: "We count visits. We don't record who made them.",
    howLong: 'for 90 days',
  },
  {
    what: 'Backups of all this',
    who: 'Only the people who run the site',
    howLong: 'for 30 days at most',
  },
]

const cell = 'py-2.5 pr-4 text-start'
/** On phones, each row is a block of three lines. */
const line = 'max-sm:block max-sm:py-0.5'

/** What the page says, as a table to look things up in. */
export function PrivacySummary() {
  return (
    <table className="mt-8 w-full max-sm:block">
      <caption className="sr-only">What we keep, who sees it and for how long</caption>
      <thead className="max-sm:hidden">
        <tr>
          <th scope="col" className={cell}>
            What we keep
          </th>
          <th scope="col" className={cell}>
            Who sees it
          </th>
          <th scope="col" className={cell}>
            How long
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map(({ what, who, howLong }) => (
          <tr key={what} className="border-line border-t max-sm:block max-sm:py-2">
            <th scope="row" className={`font-semibold ${cell} ${line}`}>
              {what}
            </th>
            <td className={`${cell} ${line}`}>
              <span className="font-semibold sm:hidden">Who sees it: </span>
              {who}
            </td>
            <td className={`${cell} ${line}`}>
              <span className="font-semibold sm:hidden">Kept: </span>
              <span className="sm:inline-block sm:first-letter:uppercase">{howLong}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
