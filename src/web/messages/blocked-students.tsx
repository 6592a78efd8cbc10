import type { BlockedStudent } from '#contract/messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { formatShortDate } from '#format/format.ts'
import { errorMessage } from '../queries/api.ts'
import { useToday } from '../queries/use-today.ts'
import { useAccountMutation } from '../session/use-account-mutation.ts'
import { Button } from '../ui/controls/button.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'
import { useMessagesChanged } from './message-updates.ts'

/** Lists the blocked students. `onUnblocked` moves the focus, because the pressed button disappears. */
export function BlockedStudents({
  students,
  onUnblocked,
}: {
  students: BlockedStudent[]
  onUnblocked: () => void
}) {
  const today = useToday()
  const messagesChanged = useMessagesChanged()
  const { mutate, isPending, variables, error } = useAccountMutation(
    (api, { id }: BlockedStudent) => api.delete(apiPaths.block(id)),
    {
      onSuccess: (_, { name }) => {
        messagesChanged()
        showToast({ variant: 'ok', text: `${name} is no longer blocked.` })
        onUnblocked()
      },
    },
  )
  if (students.length === 0) return <p className="text-ink-2">You haven't blocked anyone.</p>
  return (
    <>
      <ul className="-my-3 divide-y divide-line">
        {students.map((student) => (
          <li key={student.id} className="flex items-center gap-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="font-semibold wrap-anywhere">{student.name}</p>
              <p className="text-ink-2 text-sm">
                Since {formatShortDate(student.blocked_at, today)}
              </p>
            </div>
            <Button
              variant="secondary"
              size="small"
              busy={isPending && variables === student}
              onClick={() => mutate(student)}
            >
              Unblock <span className="sr-only">{student.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p role="alert" className="mt-4 text-danger empty:hidden">
        {error && errorMessage(error)}
      </p>
    </>
  )
}
