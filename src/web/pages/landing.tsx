import { ArrowDownIcon, ArrowRightIcon } from 'lucide-react'
import type { LoaderFunctionArgs } from 'react-router'
import { campus } from '#campus/campus.ts'
import { galleryQuery } from '../listings/gallery-query.ts'
import { MovingOutOffer } from '../listings/moving-out/moving-out-offer.tsx'
import { CategoryLinks } from '../listings/search/category-links.tsx'
import { SearchEverywhere } from '../listings/search/search-form.tsx'
import { useHead } from '../navigation/head.ts'
import { getLoaderContext, waitForData } from '../queries/loaders.ts'
import { sessionQuery, useSession } from '../session/session.tsx'
import { CampusDrawing } from '../site/campus-drawing.tsx'
import { HomeFeed } from '../site/home-feed.tsx'
import { homeQuery } from '../site/home-query.ts'
import { CategoryShortcuts, HowItWorks, JoinButton } from '../site/landing-sections.tsx'
import { NewListingsGallery } from '../site/new-listings-gallery.tsx'
import { WhySection, whySectionId } from '../site/why-section.tsx'
import { Button } from '../ui/controls/button.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { api, queryClient, isLoggedIn } = getLoaderContext(args)
  /** Every visit fetches the feed, because what the student did since may be in it, as a conversation that they read. */
  const loadFeed = async () => {
    if (!(await isLoggedIn())) return
    const student = await queryClient.ensureQueryData(sessionQuery(api))
    await queryClient.fetchQuery({ ...homeQuery(api, student), staleTime: 0 })
  }
  const load = async () => {
    return Promise.all([loadFeed(), queryClient.ensureQueryData(galleryQuery(api))])
  }
  // The page works without the feed and the gallery.
  await waitForData(load()).catch(() => undefined)
  return null
}

export function Component() {
  useHead({
    title: `${campus.brand}: buy, sell and rent, right on campus`,
    description:
      'A simpler, safer way to find rentals and swap essentials. No spam, no bots, just students.',
    canonical: '/',
  })
  const { isLoggedIn } = useSession()
  return (
    <>
      {isLoggedIn && <HomeFeed />}
      <Hero headline={isLoggedIn ? 'h2' : 'h1'} />
      <NewListingsGallery />
      <div className="page-width grid gap-8 py-6">
        <MovingOutOffer />
        <HowItWorks />
      </div>
      <WhyButton />
      <WhySection />
      <CategoryShortcuts />
    </>
  )
}

/** The headline is an h2 below the feed, whose greeting is the h1. */
function Hero({ headline: Headline }: { headline: 'h1' | 'h2' }) {
  return (
    <div className="page-width grid grid-cols-1 items-center gap-x-8 pt-4 lg:grid-cols-[1.6fr_1fr] lg:pt-8">
      <div>
        <p className="inline-flex items-center gap-2 rounded-full bg-sun px-3.5 py-1.5 font-semibold text-sm">
          <span className="size-2 shrink-0 rounded-full bg-ok" aria-hidden="true" />
          Trusted by students on campus
        </p>
        <Headline className="title-hero mt-3">
          Buy, Sell, and Rent. <span className="marker">Right on Campus.</span>
        </Headline>
        <p className="mt-3 max-w-[44ch] text-ink-2 text-lg sm:text-xl">
          A simpler, safer way to find rentals and swap essentials. No spam, no bots, just students.
        </p>
        <div className="mt-4 mb-3">
          <SearchEverywhere large />
        </div>
        <CategoryLinks />
        <JoinButton variant="secondary" className="mt-3 max-sm:w-full">
          Join {campus.communityName}'s Community
          <ArrowRightIcon size={20} className="max-sm:hidden" />
        </JoinButton>
      </div>
      <CampusDrawing className="mt-3 h-12 w-full border-line border-b lg:h-auto" />
    </div>
  )
}

function WhyButton() {
  return (
    <div className="flex justify-center pt-4 pb-8">
      <Button variant="secondary" onClick={scrollToWhy}>
        WHY {campus.brand.toUpperCase()}
        <ArrowDownIcon size={18} />
      </Button>
    </div>
  )
}

function scrollToWhy() {
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const section = document.getElementById(whySectionId)
  section?.scrollIntoView({ behavior: prefersReducedMotion ? 'instant' : 'smooth' })
  section?.focus({ preventScroll: true })
}
