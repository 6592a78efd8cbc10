import { zodResolver } from '@hookform/resolvers/zod'
import { KeyRoundIcon, PlusIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { OwnSecurity } from '#contract/identity-proof.ts'
import { maxPasskeyNameLength, type OwnPasskey, renamePasskeyBody } from '#contract/passkeys.ts'
import { apiPaths } from '#contract/paths.ts'
import { formatAge } from '#format/format.ts'
import { fieldProps } from '../../forms/field-props.ts'
import { setFieldErrors } from '../../forms/set-field-errors.ts'
import { errorMessage } from '../../queries/api.ts'
import { useToday } from '../../queries/use-today.ts'
import { proveFirst } from '../../session/identity/identity-request.ts'
import { makePasskey, supportsPasskeys } from '../../session/identity/passkey-prompt.ts'
import { useAccountMutation } from '../../session/use-account-mutation.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { SaveCodes } from './second-factor-setup.tsx'

/** Lists the passkeys. `onRemoved` is called when the button that had the focus disappears. */
export function PasskeyList({
  security: { passkeys, isStaff },
  onRemoved,
}: {
  security: Pick<OwnSecurity, 'passkeys' | 'isStaff'>
  onRemoved: () => void
}) {
  const [renamed, setRenamed] = useState<OwnPasskey>()
  const [removed, setRemoved] = useState<OwnPasskey>()
  const today = useToday()
  const { length } = passkeys
  const lastLength = useRef(length)
  const moveLostFocus = useEffectEvent(() => {
    if (length < lastLength.current && isFocusLost()) onRemoved()
    lastLength.current = length
  })
  // The list may load after the dialog has closed. Then the button that got the focus back disappears.
  // biome-ignore lint/correctness/useExhaustiveDependencies: The effect runs when the length changes.
  useEffect(() => moveLostFocus(), [length])
  return (
    <>
      {passkeys.length > 0 && (
        <ul className="-mt-2 mb-3 divide-y divide-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <KeyRoundIcon size={22} className="flex-none text-ink-2" />
              <div className="min-w-0 flex-1 basis-48">
                <p className="font-semibold [overflow-wrap:anywhere]">{passkey.name}</p>
                <p className="text-ink-2 text-sm">{describePasskey(passkey, isStaff, today)}</p>
              </div>
              <div className="flex flex-wrap gap-2">
                <Button variant="secondary" size="small" onClick={() => setRenamed(passkey)}>
                  Rename <span className="sr-only">{passkey.name}</span>
                </Button>
                <Button variant="secondary" size="small" onClick={() => setRemoved(passkey)}>
                  Remove <span className="sr-only">{passkey.name}</span>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <AddPasskey isFirst={passkeys.length === 0} />
      <RenameDialog passkey={renamed} onClose={() => setRenamed(undefined)} />
      <RemoveDialog passkey={removed} onClose={() => setRemoved(undefined)} onRemoved={onRemoved} />
    </>
  )
}

/** Whether nothing has the focus, or something in a dialog that has just closed. */
function isFocusLost(): boolean {
  const { activeElement, body } = document
  return activeElement === body || Boolean(activeElement?.closest('dialog:not([open])'))
}

/** Returns for example "Last used today". Only moderators and admins read what it is as a second factor. */
export function describePasskey(
  { createdAt, lastUsedAt, logsIn, verifiesUser }: OwnPasskey,
  isStaff: boolean,
  today: string,
): string {
  const use = lastUsedAt
    ? `Last used ${formatAge(lastUsedAt, today)}`
    : `Added ${formatAge(createdAt, today)}, not used yet`
  if (!logsIn) return `${use} · second factor only, since your password was reset`
  return isStaff && !verifiesUser
    ? `${use} · can't be your second factor, because it doesn't ask for a fingerprint, face or PIN`
    : use
}

function AddPasskey({ isFirst }: { isFirst: boolean }) {
  const isHydrated = useHydrated()
  const [newCodes, setNewCodes] = useState<string[] | null>(null)
  const { mutate, isPending, error } = useAccountMutation(
    (api, _: undefined) => proveFirst(() => makePasskey(api)),
    {
      onSuccess: ({ recoveryCodes }) => {
        setNewCodes(recoveryCodes)
        showToast({ variant: 'ok', text: 'Passkey added. You can log in with it now.' })
      },
    },
  )
  if (isHydrated && !supportsPasskeys()) {
    return <p className="text-ink-2">This browser has no passkeys.</p>
  }
  return (
    <>
      <Button
        variant={isFirst ? 'primary' : 'secondary'}
        disabled={!isHydrated}
        busy={isPending}
        onClick={() => mutate(undefined)}
      >
        <PlusIcon size={18} />
        {isFirst ? 'Add a passkey' : 'Add another passkey'}
      </Button>
      {/* The first second factor of a moderator or admin makes them. No later page shows them. */}
      <Dialog open={newCodes !== null} onClose={() => setNewCodes(null)} title="New recovery codes">
        {newCodes && <SaveCodes codes={newCodes} onDone={async () => setNewCodes(null)} />}
      </Dialog>
      <p role="alert" className="mt-3 text-danger empty:hidden">
        {error && errorMessage(error)}
      </p>
    </>
  )
}

interface PasskeyDialogProps {
  passkey: OwnPasskey | undefined
  onClose: () => void
}

function RenameDialog({ passkey, onClose }: PasskeyDialogProps) {
  const formId = useId()
  const form = useForm({
    resolver: zodResolver(renamePasskeyBody),
    defaultValues: { name: '' },
  })
  const { mutateAsync: rename } = useAccountMutation((api, name: string) =>
    api.patch(apiPaths.passkey(passkey?.id ?? 0), { name }),
  )
  const isOpen = passkey !== undefined
  const name = passkey?.name ?? ''
  useEffect(() => {
    if (!isOpen) return
    form.clearErrors()
    form.setValue('name', name)
    form.setFocus('name', { shouldSelect: true })
  }, [isOpen, name, form.clearErrors, form.setValue, form.setFocus])
  const submit = form.handleSubmit((body) =>
    rename(body.name).then(
      () => {
        showToast({ variant: 'ok', text: 'Name saved.' })
        onClose()
      },
      (error) => setFieldErrors(form, error),
    ),
  )
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title="Rename this passkey"
      footer={
        <>
          <Button type="submit" form={formId} busy={form.formState.isSubmitting}>
            Save name
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form id={formId} method="dialog" noValidate onSubmit={submit}>
        <TextField
          {...fieldProps(form, 'name')}
          label="Name"
          help="Such as “My phone”. Only you see it."
          maxLength={maxPasskeyNameLength}
          enterKeyHint="go"
        />
        <p role="alert" className="text-danger empty:hidden">
          {form.formState.errors.root?.message}
        </p>
      </form>
    </Dialog>
  )
}

function RemoveDialog({
  passkey,
  onClose,
  onRemoved,
}: PasskeyDialogProps & { onRemoved: () => void }) {
  // The dialog keeps its words while it closes.
  const [shown, setShown] = useState(passkey)
  if (passkey && passkey !== shown) setShown(passkey)
  const { mutate, isPending, error, reset } = useAccountMutation(
    (api, id: number) => proveFirst(() => api.delete(apiPaths.passkey(id))),
    {
      onSuccess: () => {
        showToast({ variant: 'ok', text: 'Passkey removed.' })
        close()
      },
    },
  )
  const isOpen = passkey !== undefined
  const moveLostFocus = useEffectEvent(() => {
    if (isFocusLost()) onRemoved()
  })
  // The focus returns to the button that opened the dialog. With the passkey, that button is gone.
  useEffect(() => {
    if (!isOpen) return
    return () => moveLostFocus()
  }, [isOpen])
  const close = () => {
    reset()
    onClose()
  }
  return (
    <ConfirmDialog
      open={isOpen}
      title="Remove this passkey?"
      confirmLabel="Remove"
      danger
      busy={isPending}
      error={error ? errorMessage(error) : undefined}
      onConfirm={() => passkey && mutate(passkey.id)}
      onClose={close}
    >
      <p>
        <b className="[overflow-wrap:anywhere]">{shown?.name}</b> can't log in any more. Your device
        may still show it: delete it there too.
      </p>
    </ConfirmDialog>
  )
}
