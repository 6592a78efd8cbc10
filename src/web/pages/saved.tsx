import type { LoaderFunctionArgs } from 'react-router'
import { campus } from '#campus/campus.ts'
import { ListingCard } from '../listings/cards/listing-card.tsx'
import {
  ComparableCard,
  CompareBar,
  useCompareChoice,
} from '../listings/compare/compare-choice.tsx'
import { useHead } from '../navigation/head.ts'
import { getLoaderContext, waitForData } from '../queries/loaders.ts'
import { FavouritesSection } from '../saved/favourites/favourites-section.tsx'
import { SavedJumpLinks } from '../saved/saved-jump-links.tsx'
import { SavedMailNotice } from '../saved/saved-mail-notice.tsx'
import { favouritesQuery, savedSearchesQuery } from '../saved/saved-queries.ts'
import { SavedSearchSection } from '../saved/searches/saved-search-section.tsx'
import { accountQuery } from '../session/account-queries.ts'
import { ForStudent } from '../session/login-redirects.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  // A failure appears in its own section, which offers to try again.
  await waitForData(
    Promise.allSettled([
      queryClient.ensureQueryData(savedSearchesQuery(api)),
      queryClient.ensureQueryData(favouritesQuery(api)),
      queryClient.ensureQueryData(accountQuery(api)),
    ]),
  )
  return null
}

export function Component() {
  useHead({ title: `Saved · ${campus.brand}`, description: 'Your favourites and saved searches.' })
  return <ForStudent>{() => <Saved />}</ForStudent>
}

function Saved() {
  const choice = useCompareChoice()
  return (
    <div className="page-width pt-8 lg:pt-12">
      <h1 className="title-1">Saved</h1>
      <SavedJumpLinks />
      <SavedMailNotice />
      <FavouritesSection
        renderCard={({ listing }, index) => (
          <ComparableCard listing={listing} choice={choice}>
            <ListingCard listing={listing} index={index} titleAs="h3" />
          </ComparableCard>
        )}
        renderBar={(listings) => <CompareBar listings={listings} choice={choice} />}
      />
      <SavedSearchSection />
    </div>
  )
}
