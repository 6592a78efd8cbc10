import type { Seller } from '#contract/listings.ts'
import { useSession } from '../session/session.tsx'

/** Whether the reader may ask for the contact. No page holds it; null says that visitors may, too. */
export const useCanAsk = ({ email }: Seller) => useSession().isLoggedIn || email !== undefined
