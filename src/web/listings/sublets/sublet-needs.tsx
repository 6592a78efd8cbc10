import { type MouseEvent, useEffect, useState } from 'react'
import type { Listing } from '#contract/listing.ts'
import { isSublet } from '#contract/listing-fields.ts'
import { pagePaths } from '#contract/paths.ts'
import { formatDate } from '#format/format.ts'
import { type CheckedSubletTexts, currentSubletTexts } from '#regions/sublets.ts'
import { Link } from '../../navigation/link.tsx'
import { useSession } from '../../session/session.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { createStorage } from '../../ui/store.ts'

const title = 'What a sublet needs'

/** The first line of the list. A browser that follows a link to it opens the section. */
const firstLineId = 'sublet-needs'

/** Returns the checked texts of the region for a sublet, and undefined for everything else. */
export const textsForSublet = (listing: Listing): CheckedSubletTexts | undefined =>
  isSublet(listing) ? currentSubletTexts() : undefined

/** A closed section on the page of a sublet. Without JavaScript it opens too, but keeps no ticks. */
export function SubletNeeds({ listing }: { listing: Listing }) {
  if (!textsForSublet(listing)) return null
  return (
    <details className="panel print:hidden">
      <summary className="cursor-pointer rounded-chip py-2.5">
        <h2 className="title-4 inline">{title}</h2>
      </summary>
      <SubletChecklist listing={listing} />
    </details>
  )
}

/** A link to the list, which opens in a dialog. Before JavaScript loads, it leads to the page of the sublet. */
export function SubletNeedsLink({ listing }: { listing: Listing }) {
  const [isOpen, setOpen] = useState(false)
  if (!textsForSublet(listing)) return null
  const open = (event: MouseEvent) => {
    event.preventDefault()
    setOpen(true)
  }
  const page = pagePaths.listing(listing.category, listing.id)
  return (
    <>
      <Link to={`${page}#${firstLineId}`} className="link text-sm" onClick={open}>
        {title}
      </Link>
      <Dialog open={isOpen} title={title} onClose={() => setOpen(false)}>
        <SubletChecklist listing={listing} />
      </Dialog>
    </>
  )
}

/** The list of a sublet, whose boxes both sides tick for themselves. */
function SubletChecklist({ listing }: { listing: Listing }) {
  const [ticked, tick] = useTicks(listing)
  const { user } = useSession()
  const checked = textsForSublet(listing)
  if (!checked) return null
  const { texts, check } = checked
  return (
    <>
      <p id={firstLineId} className="mt-3 text-ink-2">
        {`This is general information, not legal advice. It was checked on ${formatDate(check.on)}. For an agreement, ask a lawyer.`}
      </p>
      <ul className="mt-2">
        {texts.items.map(({ id, title: item, text, source }) => (
          <li key={id} className="mt-2">
            <Checkbox
              label={<b>{item}</b>}
              help={text}
              checked={ticked.includes(id)}
              onChange={({ target }) => tick(id, target.checked)}
              autoComplete="off"
            />
            {source && (
              // The source lines up with the text beside the box.
              <p className="pl-9 text-sm">
                <a href={source.url} target="_blank" rel="noopener noreferrer" className="link">
                  {source.name}
                </a>
              </p>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-4 text-ink-2 text-sm">
        Ticks stay in this browser. Nobody else sees them, and logging out deletes them.
      </p>
      {user?.id === listing.seller.id && (
        <p className="mt-3">
          <Link to={pagePaths.letter(listing.category, listing.id)} className="link font-semibold">
            Ask your landlord with a letter
          </Link>
        </p>
      )}
    </>
  )
}

/** Returns the ids of the ticked boxes, which the browser keeps, and a function that ticks one. */
function useTicks({ category, id }: Listing) {
  const storage = createStorage<unknown>('localStorage', `sublet-needs/${category}/${id}`)
  const [ticked, setTicked] = useState<readonly string[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the storage is that of the listing
  useEffect(() => {
    const kept = storage.read()
    setTicked(Array.isArray(kept) ? kept : [])
  }, [category, id])
  const tick = (item: string, isTicked: boolean) => {
    const others = ticked.filter((each) => each !== item)
    const next = isTicked ? [...others, item] : others
    setTicked(next)
    storage.write(next.length > 0 ? next : undefined)
  }
  return [ticked, tick] as const
}
