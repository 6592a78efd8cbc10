import { brand } from '#campus.ts'
import { categoryById } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { ListingCard } from '../listings/cards/listing-card.tsx'
import { useHead } from '../navigation/head.ts'
import { SavedFavouriteSection } from '../saved/favourites/saved-favourite-section.tsx'
import { SavedJumpLinks } from '../saved/saved-jump-links.tsx'
import { SavedMailNotice } from '../saved/saved-mail-notice.tsx'
import { SavedSearchSection } from '../saved/searches/saved-search-section.tsx'
import { RedirectToLogin } from '../session/redirect-to-login.tsx'
import { useSession } from '../session/session.tsx'
import { Spinner } from '../ui/content/spinner.tsx'

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
      <SavedFavouriteSection
        renderCard={({ category, listing }, index) => (
          <ListingCard
            category={categoryById[category]}
            listing={listing}
            index={index}
            titleAs="h3"
          />
        )}
      />
      <SavedSearchSection />
    </div>
  )
}
