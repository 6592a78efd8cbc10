import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { StudentCase } from '#contract/moderation.ts'
import type { RoleChange } from '#contract/moderation-decisions.ts'
import { type UserRole, userRoles } from '#contract/moderation-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import { errorMessage, useApi } from '../../queries/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { roleLabels } from '../case/standing.ts'
import { roleMeanings, roleQuestion } from './role-text.ts'

const options = userRoles.map((value) => ({ value, label: roleLabels[value] }))

/** For admins. The dialog says whose role it is and what it means before it is changed. */
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

/** Names are free to choose: the address says who it is. */
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
      api.put<{ message: string }>(apiPaths.studentRole(studentId), body),
    onSuccess: ({ message }) => {
      onDone()
      showToast({ variant: 'ok', text: message })
    },
    // After a conflict too: what another admin has done is then shown. One's own role is part of the session.
    onSettled: () => queryClient.invalidateQueries(),
  })
}
