import { useQuery } from '@tanstack/react-query'
import type { OwnAccount } from '#contract/own-account.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { accountQuery } from '../session/account-queries.ts'
import { Callout } from '../ui/content/callout.tsx'

/** Says why the student gets no emails, and links to the setting. */
export function SavedMailNotice() {
  const { data } = useQuery(accountQuery(useApi()))
  const notice = data && mailNotice(data)
  if (!notice) return null
  return (
    <div className="measure mt-6">
      <Callout>
        <p className="text-base">
          {notice.text}{' '}
          <Link to={notice.path} className="link font-semibold">
            {notice.link}
          </Link>
        </p>
      </Callout>
    </div>
  )
}

export function mailNotice({
  confirmation,
  bouncedAt,
  mailSaved,
}: Pick<OwnAccount, 'confirmation' | 'bouncedAt' | 'mailSaved'>) {
  if (confirmation === 'required') {
    return {
      text: "We'll email you about what you save once you confirm your email.",
      link: 'Confirm it',
      path: pagePaths.account,
    }
  }
  if (bouncedAt) {
    return {
      text: 'An email to you bounced, so we stopped sending them.',
      link: 'Confirm it again',
      path: pagePaths.account,
    }
  }
  if (mailSaved) return undefined
  return {
    text: 'Emails about saved searches and favourites are off.',
    link: 'Turn them on',
    path: pagePaths.emailSettings,
  }
}
