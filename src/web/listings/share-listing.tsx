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
  return (
    <SharePage
      {...buttonStyle}
      title={displayTitle(listing)}
      text={`Check out this listing on ${campus.brand}`}
      path={pagePaths.listing(listing.category, listing.id)}
    />
  )
}

/** Shares a page of this site in the same way. */
export function SharePage({
  title,
  text,
  path,
  ...buttonStyle
}: ButtonStyleProps & { title: string; text: string; path: string }) {
  const [fallback, setFallback] = useState({ url: '', open: false })
  const share = async () => {
    const url = new URL(path, location.origin).href
    const isShared = await shareNatively({ title, text, url })
    if (!isShared) setFallback({ url, open: true })
  }
  return (
    <>
      <Button variant="secondary" {...buttonStyle} onClick={share}>
        <Share2Icon size={18} />
        Share
        <span className="sr-only"> {title}</span>
      </Button>
      <ShareDialog {...fallback} onClose={() => setFallback({ ...fallback, open: false })} />
    </>
  )
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
