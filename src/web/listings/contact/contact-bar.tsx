import './contact-bar.css'
import type { RefObject } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { classNames } from '../../ui/class-names.ts'
import { useIsInView } from '../../ui/use-is-in-view.ts'
import { Price } from '../cards/price.tsx'
import { ContactButton } from './contact-button.tsx'
import { useContact } from './use-contact.ts'

const labels = {
  login: 'Log in to contact',
  confirm: 'Confirm your email',
  thread: 'Your conversation',
  message: 'Message',
  email: 'Email Seller',
}

/** On phones, at the bottom of the screen while the buttons of the contact panel are not in sight. */
export function ContactBar({
  panelEnd,
  ...props
}: {
  panelEnd: RefObject<Element | null>
  category: AnyCategory
  listing: Listing
}) {
  const { kind } = useContact(props.category, props.listing)
  // Without what the header or the bar covers.
  const isInView = useIsInView(panelEnd, { initial: true, margin: '-64px 0px -72px' })
  return (
    <div className="contact-bar-place">
      {kind !== 'none' && (
        <div className={classNames('contact-bar', isInView && 'contact-bar-hidden')}>
          <Price {...props} was="below" />
          {/* Another element for each label: one that changed its width would be moved. */}
          <ContactButton key={kind} {...props} labels={labels} />
        </div>
      )}
    </div>
  )
}
