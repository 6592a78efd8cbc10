import { Skeleton } from '../ui/skeleton.tsx'

export function CommunityGallery() {
  return (
    <section aria-labelledby="fresh" className="overflow-hidden py-6">
      <h2 id="fresh" className="page-width title-4">
        Fresh from the community
      </h2>
      <div className="page-width mt-4">
        <Skeleton className="h-49 w-full rounded-card" />
      </div>
    </section>
  )
}
