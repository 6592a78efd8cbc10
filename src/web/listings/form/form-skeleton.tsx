import { Callout } from '../../ui/content/callout.tsx'
import { Skeleton } from '../../ui/content/skeleton.tsx'

const fields = ['title', 'kind', 'place', 'price', 'day']

export function FormSkeleton() {
  return (
    <div
      role="status"
      data-eager-script
      className="grid gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-8"
    >
      <span className="sr-only">Loading…</span>
      <noscript className="lg:col-span-2">
        <Callout>This form needs JavaScript. Turn it on to continue.</Callout>
      </noscript>
      <div data-needs-script className="panel">
        <Skeleton className="h-6 w-24" />
        <Skeleton className="mt-4 h-52 rounded-card" />
      </div>
      <div data-needs-script className="panel grid gap-10 max-lg:hidden">
        {fields.map((field) => (
          <div key={field} className="grid gap-2">
            <Skeleton className="h-5 w-32" />
            <Skeleton className="h-12 rounded-control" />
          </div>
        ))}
      </div>
    </div>
  )
}
