import { Share2Icon } from 'lucide-react'
import { useState } from 'react'
import { campus } from '#campus/campus.ts'
import type { Listing } from '#contract/listing.ts'
import { pagePaths } from '#contract/paths.ts'
import { Button } from '../ui/controls/button.tsx'
import type { ButtonStyleProps } from '../ui/controls/button-class.ts'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'
import { displayTitle } from './listing-display.ts'

const ShareDialog = lazyDialog(async () => (await import('./share-dialog.tsx')).ShareDialog)

/** Shares the listing through the Web Share API, or with a dialog if the browser does not have it. */
export function ShareListing({ listing, ...buttonStyle }: ButtonStyleProps & { listing: Listing }) {
  return <SharePage {...buttonStyle} {...sharedListing(listing)} />
}

interface SharedPage {
  title: string
  text: string
  path: string
}

export const sharedListing = (listing: Listing): SharedPage => ({
  title: displayTitle(listing),
  text: `Check out this listing on ${campus.brand}`,
  path: pagePaths.listing(listing.category, listing.id),
})

/** Shares a page of this site in the same way. */
export function SharePage({ title, text, path, ...buttonStyle }: ButtonStyleProps & SharedPage) {
  const { share, dialog } = useShare({ title, text, path })
  return (
    <>
      <Button variant="secondary" {...buttonStyle} onClick={share}>
        <ShareLabel title={title} />
      </Button>
      {dialog}
    </>
  )
}

export const ShareLabel = ({ title }: { title: string }) => (
  <>
    <Share2Icon size={18} />
    Share
    <span className="sr-only"> {title}</span>
  </>
)

/** Returns a function that shares the page, and its dialog. A menu closes, so its dialog has to be outside it. */
export function useShare({ title, text, path }: SharedPage) {
  const [fallback, setFallback] = useState({ url: '', open: false })
  const share = async () => {
    const url = new URL(path, location.origin).href
    const isShared = await shareNatively({ title, text, url })
    if (!isShared) setFallback({ url, open: true })
  }
  const dialog = (
    <ShareDialog {...fallback} onClose={() => setFallback({ ...fallback, open: false })} />
  )
  return { share, dialog }
}

/** Returns false if the browser cannot share. A share that the user cancels counts as done. */
async function shareNatively(data: ShareData): Promise<boolean> {
  if (!navigator.share) return false
  try {
    await navigator.share(data)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
