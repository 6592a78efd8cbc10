import { useMutation, useQueryClient } from '@tanstack/react-query'
import { claimMinutes } from '#contract/moderation-rules.ts'
import type { CaseClaim } from '#contract/teamwork.ts'
import { formatClock } from '#format/format.ts'
import { errorMessage, useApi } from '../../queries/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { moderationKey } from '../moderation-queries.ts'

/** Says who is on a case, for the queue and the case. */
export const claimText = ({ moderator, since, isOwn }: CaseClaim): string =>
  `${isOwn ? 'You' : moderator.name} claimed this at ${formatClock(since)}`

const claimEnd = ({ since }: CaseClaim) =>
  new Date(Date.parse(since) + claimMinutes * 60_000).toISOString()

/** Says who is on the case. The moderator can claim it, take it over or release it. */
export function ClaimBar({ claim, path }: { claim: CaseClaim | null; path: string }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: () =>
      claim?.isOwn
        ? api.delete(path)
        : api.put(path, { takesOverFrom: claim?.moderator.id ?? null }),
    // Also after an error: somebody else may have claimed the case in the same moment.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [moderationKey] }),
  })
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" dir="auto">
        {claim
          ? claim.isOwn
            ? `This case is yours until ${formatClock(claimEnd(claim))}.`
            : `${claimText(claim)}.`
          : 'Nobody is on this case.'}
      </p>
      <Button
        variant="secondary"
        size="small"
        busy={change.isPending}
        onClick={() => change.mutate()}
      >
        {claim ? (claim.isOwn ? 'Release it' : 'Take over') : 'Claim this case'}
      </Button>
      <p role="alert" className="text-danger empty:hidden">
        {change.error && errorMessage(change.error)}
      </p>
    </div>
  )
}
