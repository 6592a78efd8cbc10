import './contact-bar.css'
import { type RefObject, useState } from 'react'
import type { Listing } from '#contract/listing.ts'
import { Price } from '../listings/cards/price.tsx'
import { contactWords } from '../listings/listing-display.ts'
import { classNames } from '../ui/class-names.ts'
import { useIsInView } from '../ui/use-is-in-view.ts'
import { ContactButton } from './contact-button.tsx'
import { useContact } from './use-contact.ts'

const labels = {
  login: 'Log in to contact',
  confirm: 'Confirm your email',
  thread: 'Your conversation',
  message: 'Message',
}

/**
 * On phones, at the bottom of the screen while the buttons of the contact panel are not in sight; once the reader has come
 * to the signals, if there are any.
 */
export function ContactBar({
  signals,
  panelEnd,
  ...props
}: {
  signals: RefObject<Element | null>
  panelEnd: RefObject<Element | null>
  listing: Listing
}) {
  const { kind } = useContact(props.listing)
  const { email } = contactWords(props.listing)
  // The margins leave out what the header and the bar cover.
  const isInView = useIsInView(panelEnd, { initial: true, margin: '-64px 0px -72px' })
  const hasSignals = Boolean(props.listing.signals?.length)
  const hasReached = useHasReached(signals, !hasSignals)
  const isHidden = isInView || (hasSignals && !hasReached)
  return (
    <div className="contact-bar-place">
      {kind !== 'none' && (
        <div className={classNames('contact-bar', isHidden && 'contact-bar-hidden')}>
          <Price {...props} was="below" />
          {/* Another element for each label: one that changed its width would be moved. */}
          <ContactButton key={kind} {...props} labels={{ ...labels, email }} />
        </div>
      )}
    </div>
  )
}

/** Whether an element was in sight once, or is further above. */
function useHasReached(element: RefObject<Element | null>, initial: boolean): boolean {
  const isReached = useIsInView(element, { initial, margin: '99999px 0px -72px' })
  const [hasReached, setReached] = useState(initial)
  if (isReached && !hasReached) setReached(true)
  return hasReached
}
