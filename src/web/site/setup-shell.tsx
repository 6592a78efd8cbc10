import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { FollowLink, Link, useFollowLink } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { setupQuery } from '../setup/setup-queries.ts'
import { BrandMark } from '../ui/content/brand-mark.tsx'
import { Toaster } from '../ui/overlays/toaster.tsx'
import { SiteShell } from './site-shell.tsx'
import { mainId, SkipLink } from './skip-link.tsx'
import { useHydrationMark, useRouteChange } from './use-route-change.ts'

/** The layout of the set-up. Once there is nothing to set up, its addresses are unknown pages of the site. */
export function SetupShell() {
  const { data: result } = useQuery(setupQuery(useApi()))
  const isGone = result && 'status' in result && result.status === 404
  return isGone ? <SiteShell /> : <SetupFrame />
}

/** A frame without links to other pages. It makes no calls of its own, because the site is not served yet. */
function SetupFrame() {
  const main = useRef<HTMLElement>(null)
  const announcement = useRouteChange(main)
  const followLink = useFollowLink()
  useHydrationMark()
  return (
    <FollowLink value={followLink}>
      <div data-eager-script className="site-shell flex flex-col">
        <SkipLink main={main} />
        <header className="site-header">
          <div className="page-width flex h-full items-center gap-2.5">
            <BrandMark />
            <span className="title-3 site-header-name">Set-up</span>
          </div>
        </header>
        <main id={mainId} ref={main} tabIndex={-1} className="flex-1 outline-none">
          <Outlet />
        </main>
        <Toaster Link={Link} />
        <ScrollRestoration />
        <p role="status" className="sr-only">
          {announcement}
        </p>
      </div>
    </FollowLink>
  )
}
