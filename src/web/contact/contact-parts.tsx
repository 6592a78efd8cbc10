import type { ComponentProps } from 'react'
import type { ContactParts } from '../listings/detail/listing-view.tsx'
import { useLazyPart } from '../ui/use-lazy-part.ts'
import type { ContactBar } from './contact-bar.tsx'
import { ContactSeller } from './contact-seller.tsx'
import { NoContact } from './no-contact.tsx'

const importContactBar = async () => (await import('./contact-bar.tsx')).ContactBar

function LazyContactBar(props: ComponentProps<typeof ContactBar>) {
  // On any screen: a tablet may be turned.
  const { Part } = useLazyPart(importContactBar, { isNeeded: true })
  if (Part) return <Part {...props} />
  // The place above the footer is kept, so that nothing moves when the bar comes.
  return <div className="mt-8 h-18 lg:hidden print:hidden" />
}

/** For the slots of the listing's page. */
export const contactParts: ContactParts = { ContactSeller, ContactBar: LazyContactBar, NoContact }
