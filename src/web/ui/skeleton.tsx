import { classNames } from './class-names.ts'

/** A block with the size of the content that is loading; `className` gives the size. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={classNames('skeleton', className)} aria-hidden="true" />
}

export function SkeletonText({ lines }: { lines: number }) {
  return (
    <div className="skeleton-text" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <Skeleton key={line} />
      ))}
    </div>
  )
}

export function SkeletonCard() {
  return (
    <div className="card" aria-hidden="true">
      <Skeleton className="aspect-4/3 flex-none rounded-none" />
      <div className="card-body">
        <Skeleton className="h-6 w-24" />
        <SkeletonText lines={2} />
        <div className="flex gap-2">
          <Skeleton className="h-6 w-16" />
          <Skeleton className="h-6 w-20" />
        </div>
      </div>
    </div>
  )
}
