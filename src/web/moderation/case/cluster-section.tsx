import { useRef, useState } from 'react'
import type { CategoryId } from '#categories/index.ts'
import type { CaseReport } from '#contract/moderation.ts'
import { type ListingAction, listingActions } from '#contract/moderation-rules.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { CaseCluster, ClusterShare } from '#contract/teamwork.ts'
import { pluralize } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { CaseSection } from './case-frame.tsx'
import { suggestReason } from './case-state.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { type DecisionText, decisionLabels, decisionText } from './decision-text.ts'
import { useDecide, useFocusAfterDialog } from './use-decide.ts'

type Member = CaseCluster['listings'][number]

/** Lists the cases that share something with this one, and decides on the chosen ones together. */
export function ClusterSection({
  listing,
  cluster,
  reports,
}: {
  listing: { category: CategoryId; id: number }
  cluster: CaseCluster
  reports: readonly CaseReport[]
}) {
  const { version, total, listings, shares } = cluster
  const [left, setLeft] = useState<readonly number[]>(() => sharingTitleOnly(cluster, listing.id))
  const [action, setAction] = useState<ListingAction>('remove')
  const [isOpen, setOpen] = useState(false)
  const buttons = useRef<HTMLDivElement>(null)
  useFocusAfterDialog(isOpen, buttons)
  const { decide } = useDecide()
  const chosen = (which: ListingAction) =>
    listings.filter(
      ({ id, allowedActions }) => !left.includes(id) && allowedActions.includes(which),
    )
  return (
    <CaseSection title={`${pluralize(total, 'case')} that belong together`}>
      <ul className="mb-4 list-disc pl-5">
        {shares.map((share) => (
          <li key={`${share.kind} ${share.value} ${share.listings.join()}`} dir="auto">
            {shareText(share, listings.length)}
          </li>
        ))}
      </ul>
      {listings.length < total && (
        <p className="mb-4">
          These are the {listings.length} that have waited longest. Decide on them first.
        </p>
      )}
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold">Decide together on</legend>
        {listings.map((member) => (
          <div key={member.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <Checkbox
              label={memberText(member)}
              checked={!left.includes(member.id)}
              onChange={({ target: { checked } }) =>
                setLeft(checked ? left.filter((id) => id !== member.id) : [...left, member.id])
              }
            />
            {member.id !== listing.id && (
              <Link
                to={pagePaths.moderatedListing(member.category, member.id)}
                className="link text-sm"
              >
                Open<span className="sr-only"> “{member.title}”</span>
              </Link>
            )}
          </div>
        ))}
      </fieldset>
      <div ref={buttons} tabIndex={-1} className="mt-4 flex flex-wrap gap-2 outline-none">
        {listingActions.map((each) => (
          <Button
            key={each}
            size="small"
            variant={each === 'remove' ? 'danger' : 'secondary'}
            aria-haspopup="dialog"
            disabled={chosen(each).length === 0}
            onClick={() => {
              setAction(each)
              setOpen(true)
            }}
          >
            {decisionLabels[each]} {chosen(each).length === 2 ? 'both' : chosen(each).length}
          </Button>
        ))}
      </div>
      <DecisionDialog
        open={isOpen}
        text={togetherText(action, chosen(action), reports)}
        onClose={() => setOpen(false)}
        onSend={(answers) =>
          decide(apiPaths.clusterDecisions(listing.category, listing.id), {
            ...answers,
            action,
            version,
            listingIds: chosen(action).map(({ id }) => id),
          })
        }
      />
    </CaseSection>
  )
}

/** Returns the other listings that share nothing but a title. A moderator has to choose those one by one. */
export const sharingTitleOnly = ({ listings, shares }: CaseCluster, ownId: number): number[] =>
  listings
    .map(({ id }) => id)
    .filter(
      (id) =>
        id !== ownId &&
        shares.every((share) => share.kind === 'title' || !share.listings.includes(id)),
    )

const shareTexts: Record<ClusterShare['kind'], (value: string | null) => string> = {
  photo: () => 'The same photo',
  title: () => 'The same title',
  description: () => 'The same description',
  phone: (value) => `The phone number ${value}`,
  email: (value) => `The email address ${value}`,
  link: (value) => `The link ${value}`,
}

/** Says what some or all of the listings share. */
export const shareText = ({ kind, value, listings }: ClusterShare, all: number): string =>
  `${shareTexts[kind](value)}, in ${listings.length === all ? 'all of them' : pluralize(listings.length, 'listing')}`

/** Names a case of the list: its title, its seller, and who is on it. */
export const memberText = ({ title, student, status, reports, claim }: Member): string =>
  [
    `“${title}” by ${student.name}`,
    status === 'hidden' && 'hidden',
    reports > 0 && pluralize(reports, 'open report'),
    claim && `claimed by ${claim.isOwn ? 'you' : claim.moderator.name}`,
  ]
    .filter(Boolean)
    .join(', ')

const consequences: Record<ListingAction, string> = {
  keep: 'This rejects their open reports, and we tell the people who sent them. Hidden listings go back up.',
  ask_to_edit: 'Each seller gets an email for each listing. We tell the people who reported them.',
  remove:
    'Nobody can see these listings any more. Each seller gets an email for each listing, and we tell the people who reported them.',
}

const verbs: Record<ListingAction, string> = {
  keep: 'Keep',
  ask_to_edit: 'Ask for edits of',
  remove: 'Remove',
}

function togetherText(
  action: ListingAction,
  members: readonly Member[],
  reports: readonly CaseReport[],
): DecisionText {
  const { reasons, suggestedReason, danger } = decisionText(action, { name: '', title: '' })
  const students = new Set(members.map(({ student }) => student.id)).size
  const listings = pluralize(members.length, 'listing')
  return {
    title: `${verbs[action]} ${listings}?`,
    consequence: (
      <>
        <p>
          This affects {listings} by {pluralize(students, 'student')}. {consequences[action]} You
          can undo all of it at once.
        </p>
        <ul className="mt-2 list-disc pl-5">
          {members.map((member) => (
            <li key={member.id} dir="auto">
              {memberText(member)}
            </li>
          ))}
        </ul>
      </>
    ),
    confirmLabel: `${verbs[action]} ${listings}`,
    ...(danger && { danger }),
    reasons,
    suggestedReason: suggestedReason ?? suggestReason(reports, reasons),
  }
}
