import { classNames } from '../class-names.ts'

/** A block in place of content that is loading. `className` sets the size. */
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
      <Skeleton className="card-photo rounded-none" />
      <div className="card-body">
        <Skeleton className="my-0.5 h-6 w-24" />
        <SkeletonText lines={4} />
      </div>
    </div>
  )
}
