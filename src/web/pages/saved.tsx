import { brand } from '#campus.ts'
import { pagePaths } from '#contract/paths.ts'
import { RedirectToLogin } from '../accounts/redirect-to-login.tsx'
import { useSession } from '../accounts/session.tsx'
import { useHead } from '../head.ts'
import { SavedFavouriteSection } from '../saved/saved-favourite-section.tsx'
import { SavedJumpLinks } from '../saved/saved-jump-links.tsx'
import { SavedMailNotice } from '../saved/saved-mail-notice.tsx'
import { SavedSearchSection } from '../saved/saved-search-section.tsx'
import { Spinner } from '../ui/spinner.tsx'

export { loadSaved as loader } from './saved.loader.ts'

/** Rendered for one person. */
export function Component() {
  useHead({ title: `Saved · ${brand}`, description: 'Your favourites and saved searches.' })
  const { user, isPending } = useSession()
  if (isPending) return <Spinner label="Loading…" />
  if (!user) return <RedirectToLogin path={pagePaths.saved} />
  return (
    <div className="page-width pt-8 lg:pt-12">
      <h1 className="title-1">Saved</h1>
      <SavedJumpLinks />
      <SavedMailNotice />
      <SavedFavouriteSection />
      <SavedSearchSection />
    </div>
  )
}
