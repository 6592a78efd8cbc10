import { ArrowDownIcon, ArrowRightIcon } from 'lucide-react'
import type { LoaderFunctionArgs } from 'react-router'
import { campus } from '#campus/campus.ts'
import { galleryQuery } from '../listings/gallery-query.ts'
import { MovingOutOffer } from '../listings/moving-out/moving-out-offer.tsx'
import { CategoryLinks } from '../listings/search/category-links.tsx'
import { SearchEverywhere } from '../listings/search/search-form.tsx'
import { useHead } from '../navigation/head.ts'
import { getLoaderContext, waitForData } from '../queries/loaders.ts'
import { CategoryShortcuts, HowItWorks, JoinButton } from '../site/landing-sections.tsx'
import { NewListingsGallery } from '../site/new-listings-gallery.tsx'
import { WhySection, whySectionId } from '../site/why-section.tsx'
import { Button } from '../ui/controls/button.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  // The page works without the gallery.
  await waitForData(queryClient.ensureQueryData(galleryQuery(api))).catch(() => undefined)
  return null
}

export function Component() {
  useHead({
    title: `${campus.brand}: buy, sell and rent, right on campus`,
    description:
      'A simpler, safer way to find rentals and swap essentials. No spam, no bots, just students.',
    canonical: '/',
  })
  return (
    <>
      <div className="page-width grid grid-cols-1 items-center gap-10 pt-6 pb-12 lg:grid-cols-[1.25fr_1fr] lg:gap-16 lg:pt-10">
        <Hero />
        <HowItWorks />
      </div>
      <MovingOutOffer className="page-width pb-8" />
      <NewListingsGallery />
      <WhyButton />
      <WhySection />
      <CategoryShortcuts />
    </>
  )
}

function Hero() {
  return (
    <div>
      <p className="inline-flex items-center gap-2 rounded-full bg-sun px-3.5 py-1.5 font-semibold text-sm">
        <span className="size-2 shrink-0 rounded-full bg-ok" aria-hidden="true" />
        Trusted by students on campus
      </p>
      <h1 className="title-hero mt-4 lg:mt-5">
        Buy, Sell, and Rent. <span className="marker">Right on Campus.</span>
      </h1>
      <p className="mt-4 max-w-[44ch] text-ink-2 text-lg sm:text-xl">
        A simpler, safer way to find rentals and swap essentials. No spam, no bots, just students.
      </p>
      <div className="mt-5 mb-3">
        <SearchEverywhere large />
      </div>
      <CategoryLinks />
      <JoinButton variant="secondary" className="mt-5 max-sm:w-full">
        Join {campus.communityName}'s Community
        <ArrowRightIcon size={20} />
      </JoinButton>
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
