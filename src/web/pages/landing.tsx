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
import { CampusDrawing, CampusScene } from '../site/campus-drawing.tsx'
import { HomeFeed } from '../site/home-feed.tsx'
import { homeQuery } from '../site/home-query.ts'
import { LandingInBrief } from '../site/landing-in-brief.tsx'
import { CategoryShortcuts, HowItWorks, JoinButton } from '../site/landing-sections.tsx'
import { NewListingsGallery } from '../site/new-listings-gallery.tsx'
import { WhySection, whySectionId } from '../site/why-section.tsx'
import { Button } from '../ui/controls/button.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { api, queryClient, isLoggedIn } = getLoaderContext(args)
  /** Every visit fetches the feed, because what the student did since may be in it, as a conversation that they read. */
  const loadFeed = async () => {
    const student = await queryClient.ensureQueryData(sessionQuery(api))
    await queryClient.fetchQuery({ ...homeQuery(api, student), staleTime: 0 })
  }
  const load = async () =>
    (await isLoggedIn()) ? loadFeed() : queryClient.ensureQueryData(galleryQuery(api))
  // The page works without the feed or the gallery.
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
  return useSession().isLoggedIn ? <StudentHome /> : <Landing />
}

function StudentHome() {
  return (
    <>
      <HomeFeed />
      <div className="page-width pb-8 empty:hidden">
        <MovingOutOffer />
      </div>
      <LandingInBrief />
    </>
  )
}

function Landing() {
  return (
    <>
      <Hero />
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

function Hero() {
  return (
    <div className="page-width grid grid-cols-1 gap-x-10 pt-4 lg:grid-cols-[1.7fr_1fr] lg:pt-8">
      <div>
        <p className="inline-flex items-center gap-2 rounded-full bg-sun px-3.5 py-1.5 max-2xs:gap-1.5 max-2xs:px-2.5 font-semibold text-sm">
          <span className="size-2 shrink-0 rounded-full bg-ok" aria-hidden="true" />
          Trusted by students on campus
        </p>
        <h1 className="title-hero mt-3">
          Buy, Sell, and Rent. <span className="marker">Right on Campus.</span>
        </h1>
        <p className="mt-3 max-w-[44ch] text-ink-2 text-lg sm:text-xl">
          A simpler, safer way to find rentals and swap essentials. No spam, no bots, just students.
        </p>
        <div className="mt-4 mb-3">
          <SearchEverywhere large />
        </div>
        <CategoryLinks />
        <div className="mt-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
          <JoinButton className="max-sm:w-full">
            Join {campus.communityName}'s Community
            <ArrowRightIcon size={20} className="max-sm:hidden" />
          </JoinButton>
          <CampusDrawing className="h-12 max-sm:w-full max-sm:border-line max-sm:border-b sm:h-16 sm:w-auto lg:hidden" />
        </div>
      </div>
      <CampusScene className="hidden size-full rounded-panel bg-sun lg:block within-dark:bg-soft" />
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
