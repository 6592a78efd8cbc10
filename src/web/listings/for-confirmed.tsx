import type { AnyCategory } from '#categories/index.ts'
import { ConfirmFirst } from '../session/confirmation/confirm-first.tsx'

/** Replaces listings that only students with a confirmed email may see. */
export function ForConfirmed({
  category,
  onConfirmed,
}: {
  category: AnyCategory
  onConfirmed: () => void
}) {
  const { plural } = category.labels
  return (
    <div className="panel mt-6 grid max-w-xl justify-items-start gap-5">
      <ConfirmFirst
        to={`see ${plural}. Only confirmed students can see them`}
        next={`Then you can see ${plural}.`}
        onConfirmed={onConfirmed}
      />
    </div>
  )
}
