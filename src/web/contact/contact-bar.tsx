import './contact-bar.css'
import { type RefObject, useState } from 'react'
import type { Listing } from '#contract/listing.ts'
import { Price } from '../listings/cards/price.tsx'
import { contactWords } from '../listings/listing-display.ts'
import { classNames } from '../ui/class-names.ts'
import { useIsInView } from '../ui/use-is-in-view.ts'
import { ContactButton } from './contact-button.tsx'
import { signUpLabel, useContact } from './use-contact.ts'

const labels = {
  login: signUpLabel,
  confirm: 'Confirm your email',
  thread: 'Your conversation',
  message: 'Message',
}

/**
 * A bar at the bottom of the screen, on phones, while the buttons of the contact panel are out of sight. If the listing has
 * signals, the bar waits until the reader has reached them.
 */
export function ContactBar({
  signals,
  contactButtons,
  ...props
}: {
  signals: RefObject<Element | null>
  contactButtons: RefObject<Element | null>
  listing: Listing
}) {
  const { kind } = useContact(props.listing)
  const { email } = contactWords(props.listing)
  // The margins exclude the areas that the header and the bar cover. The mark begins 12 px below the top of the buttons.
  const isInView = useIsInView(contactButtons, { initial: true, margin: '-64px 0px -60px' })
  const hasSignals = Boolean(props.listing.signals?.length)
  const hasReached = useHasReached(signals, !hasSignals)
  const isHidden = isInView || (hasSignals && !hasReached)
  return (
    <div className="contact-bar-place">
      {kind !== 'none' && (
        <div className={classNames('contact-bar', isHidden && 'contact-bar-hidden')}>
          <Price {...props} previousPrice="below" onCard />
          {/* The key gives each label a new element. If one element changed its width, it would visibly move. */}
          <ContactButton key={kind} {...props} labels={{ ...labels, email }} />
        </div>
      )}
    </div>
  )
}

/** Whether an element has been in sight at least once, or is above the visible part of the page. */
function useHasReached(element: RefObject<Element | null>, initial: boolean): boolean {
  const isReached = useIsInView(element, { initial, margin: '99999px 0px -72px' })
  const [hasReached, setReached] = useState(initial)
  if (isReached && !hasReached) setReached(true)
  return hasReached
}
