import { classNames } from './class-names.ts'

/** A quiet block with the size of what is coming; give it one with `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={classNames('skeleton', className)} aria-hidden="true" />
}

export function SkeletonText({ lines = 3 }: { lines?: number }) {
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
      <Skeleton className="card-photo" />
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
