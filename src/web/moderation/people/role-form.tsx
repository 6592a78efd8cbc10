import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { StudentCase } from '#contract/moderation.ts'
import type { RoleChange } from '#contract/moderation-decisions.ts'
import { type UserRole, userRoles } from '#contract/moderation-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import { errorMessage, useApi } from '../../queries/api.ts'
import { proveFirst } from '../../session/identity/identity-request.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { roleLabels } from '../case/standing.ts'

const options = userRoles.map((value) => ({ value, label: roleLabels[value] }))

/** Lets admins change a role. A dialog first says whose role it is and what the new role means. */
export function RoleForm({ found: { student, seen } }: { found: StudentCase }) {
  const [role, setRole] = useState<UserRole>(student.role)
  const [isOpen, setOpen] = useState(false)
  const change = useChangeRole(student.id, () => setOpen(false))
  const open = (event: FormEvent) => {
    event.preventDefault()
    change.reset()
    setOpen(true)
  }
  return (
    <form className="flex flex-wrap gap-3" onSubmit={open}>
      <Select
        label="Role"
        value={role}
        options={options}
        onChange={({ target }) => setRole(target.value as UserRole)}
        hideLabel
        flush
      />
      <Button type="submit" variant="secondary" disabled={role === student.role}>
        Change role
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={roleQuestion[role](student.name)}
        confirmLabel="Change role"
        busy={change.isPending}
        error={change.error ? errorMessage(change.error) : undefined}
        onConfirm={() => change.mutate({ role, seen })}
        onClose={() => setOpen(false)}
      >
        <RoleChangeFacts student={student} newRole={role} />
      </ConfirmDialog>
    </form>
  )
}

/** Says who gets which role. It includes the email address, because students choose their names freely. */
export function RoleChangeFacts({
  student: { name, email },
  newRole,
}: {
  student: Pick<StudentCase['student'], 'name' | 'email'>
  newRole: UserRole
}) {
  return (
    <>
      <p className="mb-4 [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>, <b>{email}</b>
      </p>
      <p>{roleMeanings[newRole]}</p>
    </>
  )
}

function useChangeRole(studentId: number, onDone: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: RoleChange) =>
      proveFirst(() => api.put<{ message: string }>(apiPaths.studentRole(studentId), body)),
    onSuccess: ({ message }) => {
      onDone()
      showToast({ variant: 'ok', text: message })
    },
    // Refetch after a conflict too, to show what another admin has done. The session includes the role, so refetch it too.
    onSettled: () => queryClient.invalidateQueries(),
  })
}

/** The question before a student gets a role. */
const roleQuestion: Record<UserRole, (name: string) => string> = {
  student: (name) => `Make ${name} a student again?`,
  moderator: (name) => `Make ${name} a moderator?`,
  admin: (name) => `Make ${name} an admin?`,
}

/** Says what a role means. */
const roleMeanings: Record<UserRole, string> = {
  student: 'They lose the moderation pages right away. What they decided stays as it is.',
  moderator:
    "They can read reports and appeals and see who wrote them. They can remove listings, and warn and suspend students. They don't see email addresses.",
  admin:
    'They can do everything moderators can, decide about them, ban students, look up email addresses, and make others moderators or admins.',
}
