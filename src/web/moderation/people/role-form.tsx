import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { StudentCase } from '#contract/moderation.ts'
import type { RoleChange } from '#contract/moderation-decisions.ts'
import { type UserRole, userRoles } from '#contract/moderation-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import { formatDate } from '#format/format.ts'
import { errorMessage, useApi } from '../../queries/api.ts'
import { useToday } from '../../queries/use-today.ts'
import { proveFirst } from '../../session/identity/identity-request.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { roleLabels } from '../case/standing.ts'

const options = userRoles.map((value) => ({ value, label: roleLabels[value] }))

/** Lets admins change a role and its last day. A dialog first says whose role it is and what the new role means. */
export function RoleForm({ found: { student, seen, forAdmins } }: { found: StudentCase }) {
  const [role, setRole] = useState<UserRole>(student.role)
  const [endsOn, setEndsOn] = useState(forAdmins?.usualRoleEnd ?? '')
  const [isOpen, setOpen] = useState(false)
  const today = useToday()
  const change = useRoleChange<RoleChange>(apiPaths.studentRole(student.id), () => setOpen(false))
  const open = (event: FormEvent) => {
    event.preventDefault()
    change.reset()
    setOpen(true)
  }
  const isGiven = role !== 'student' && role !== student.role
  return (
    <div className="grid gap-6">
      <form className="flex flex-wrap items-end gap-3" onSubmit={open}>
        <Select
          label="Role"
          value={role}
          options={options}
          onChange={({ target }) => setRole(target.value as UserRole)}
          flush
        />
        {isGiven && (
          <TextField
            label="Last day"
            type="date"
            min={today}
            value={endsOn}
            required
            onChange={({ target }) => setEndsOn(target.value)}
            flush
          />
        )}
        <Button type="submit" variant="secondary" disabled={role === student.role}>
          Change role
        </Button>
        <ConfirmDialog
          open={isOpen}
          title={roleQuestion[role](student.name)}
          confirmLabel="Change role"
          busy={change.isPending}
          error={change.error ? errorMessage(change.error) : undefined}
          onConfirm={() => change.mutate({ role, ...(isGiven && endsOn && { endsOn }), seen })}
          onClose={() => setOpen(false)}
        >
          <RoleChangeFacts student={student} newRole={role} />
          {isGiven && endsOn && <p className="mt-4">Their last day is {formatDate(endsOn)}.</p>}
        </ConfirmDialog>
      </form>
      {student.role !== 'student' && forAdmins && (
        <RoleEndForm
          studentId={student.id}
          endsOn={forAdmins.roleEndsOn}
          usualEnd={forAdmins.usualRoleEnd}
          seen={seen}
        />
      )}
    </div>
  )
}

/** Chooses another last day for a role. */
export function RoleEndForm({
  studentId,
  endsOn,
  usualEnd,
  seen,
}: {
  studentId: number
  endsOn: string | null
  usualEnd: string
  seen: number | null
}) {
  const [day, setDay] = useState(endsOn ?? usualEnd)
  const today = useToday()
  const change = useRoleChange(apiPaths.roleEnd(studentId))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ endsOn: day, seen })
  }
  return (
    <form className="flex flex-wrap items-end gap-3" onSubmit={submit}>
      <TextField
        label="Last day of the role"
        type="date"
        min={today}
        value={day}
        required
        error={change.error ? errorMessage(change.error) : undefined}
        note={endsOn === null ? 'The role has no end, because nobody else is an admin.' : undefined}
        onChange={({ target }) => setDay(target.value)}
        flush
      />
      <Button
        type="submit"
        variant="secondary"
        busy={change.isPending}
        disabled={day === endsOn || !day}
      >
        Change last day
      </Button>
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

/** Sends a change of a role, once the admin has used the second factor. */
export function useRoleChange<Body extends object>(path: string, onDone = () => {}) {
  const api = useApi()
  const queryClient = useQueryClient()
  const isReview = path.endsWith('/review')
  return useMutation({
    mutationFn: (body: Body) =>
      proveFirst(() =>
        isReview
          ? api.post<{ message: string }>(path, body)
          : api.put<{ message: string }>(path, body),
      ),
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
  student: 'They lose the moderation pages right away. Their decisions stay as they are.',
  moderator:
    "They can read reports and appeals and see who wrote them. They can remove listings, and warn and suspend students. They don't see email addresses.",
  admin:
    'They can do everything moderators can. They can also decide cases about moderators and admins, ban students, look up email addresses, and make others moderators or admins.',
}
