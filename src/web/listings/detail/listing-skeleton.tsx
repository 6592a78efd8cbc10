import { Skeleton, SkeletonText } from '../../ui/content/skeleton.tsx'

export function ListingSkeleton() {
  return (
    <div className="page-width pt-6 lg:pt-8" data-own-bar>
      <div role="status" className="sr-only">
        <h1>Loading…</h1>
      </div>
      <Skeleton className="my-1.5 h-5 w-48" />
      <div className="listing-view listing-view-panel-last mt-4">
        <div className="grid content-start gap-3 [grid-area:gallery]">
          <Skeleton className="aspect-4/3 max-lg:max-h-[max(320px,62svh)] w-full rounded-panel" />
          <div className="flex gap-2.5">
            {[1, 2, 3].map((thumb) => (
              <Skeleton key={thumb} className="aspect-4/3 w-23 rounded-control" />
            ))}
          </div>
        </div>
        <div className="grid content-start gap-3 [grid-area:title]">
          <Skeleton className="h-10 w-full max-w-[32rem]" />
          <Skeleton className="h-5 w-56" />
        </div>
        <div className="[grid-area:panel]">
          <div className="panel listing-view-panel">
            <Skeleton className="h-11 w-32" />
            <PanelSkeleton />
          </div>
        </div>
        <div className="[grid-area:facts]">
          <SkeletonText lines={8} />
        </div>
      </div>
    </div>
  )
}

/** What stands below the price: the seller and the buttons. */
export function PanelSkeleton() {
  return (
    <>
      <Skeleton className="h-6 w-40" />
      <div className="flex gap-4">
        <Skeleton className="size-13 shrink-0 rounded-card" />
        <div className="flex-1">
          <SkeletonText lines={2} />
        </div>
      </div>
      <Skeleton className="h-12 rounded-control" />
      <Skeleton className="h-12 rounded-control" />
      <Skeleton className="h-24 rounded-card" />
    </>
  )
}
