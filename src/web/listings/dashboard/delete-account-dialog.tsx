import { type SubmitEvent, useId, useState } from 'react'
import type { SessionUser } from '#contract/accounts.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { changeSession } from '../../accounts/change-session.ts'
import { tellOtherTabs } from '../../accounts/other-tabs.ts'
import { ApiError, useApi } from '../../api.ts'
import { useNavigate } from '../../navigation/router.tsx'
import { useQueryClient } from '../../queries/use-query.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showNotice } from '../../ui/notice-store.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { useTask } from '../../ui/task.ts'
import { dropDraftsOf } from '../form/draft.ts'

export function DeleteAccountDialog({
  user,
  open,
  onClose,
}: {
  user: SessionUser
  open: boolean
  onClose: () => void
}) {
  const formId = useId()
  const [password, setPassword] = useState('')
  const { run, isPending, error, forget } = useDeleteAccount(user)
  const fieldError = error instanceof ApiError ? error.fields.password : undefined

  const close = () => {
    setPassword('')
    forget()
    onClose()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    run(password)
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Delete my account"
      footer={
        <>
          <Button type="submit" form={formId} look="danger" busy={isPending}>
            Delete for good
          </Button>
          <Button look="secondary" onClick={close}>
            Keep my account
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <p className="mb-4">
          This removes your account, your listings and your photos. It cannot be undone. Enter your
          password to confirm.
        </p>
        {/* Tells password managers whose password is asked for. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          value={password}
          error={fieldError}
          onChange={(event) => {
            setPassword(event.target.value)
            forget()
          }}
        />
        <p role="alert" className="text-danger empty:hidden">
          {error && !fieldError ? error.message : undefined}
        </p>
      </form>
    </Dialog>
  )
}

function useDeleteAccount(user: SessionUser) {
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useTask(async (password: string) => {
    await api.delete(apiPaths.account, { password })
    dropDraftsOf(user.id)
    tellOtherTabs()
    // Leaves first: the dashboard has nothing to show to nobody.
    navigate(pagePaths.home)
    changeSession(queries, null)
    showNotice({ tone: 'ok', text: 'Your account and everything in it are deleted.' })
  })
}
