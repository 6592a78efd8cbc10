import { campus } from '#campus/campus.ts'
import { NotFoundIllustration } from '../ui/illustrations/not-found.tsx'

/** The picture of a page that is not there. Only the built-in campus shows its mark. */
export const SiteNotFound = () => <NotFoundIllustration hasMark={campus.hasOwnMark} />
