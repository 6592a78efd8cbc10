import { formatSellerContact } from '#contract/format.ts'
import { Avatar } from '../../ui/avatar.tsx'

/** Name and address. The address has one line, which is empty while it is loading: nothing moves when it arrives. */
export function SellerCard({
  name,
  email,
  isLoading = false,
}: {
  name: string
  email: string | null | undefined
  isLoading?: boolean
}) {
  return (
    <div className="flex min-w-0 items-center gap-4">
      <Avatar name={name} />
      <p className="min-w-0">
        <strong dir="auto" className="block font-semibold">
          {name}
        </strong>
        <span className="block min-h-[1lh] truncate text-ink-2" title={email ?? undefined}>
          {isLoading ? '' : formatSellerContact({ email })}
        </span>
      </p>
    </div>
  )
}
