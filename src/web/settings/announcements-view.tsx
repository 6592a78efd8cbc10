import { zodResolver } from '@hookform/resolvers/zod'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { campus } from '#campus/campus.ts'
import {
  type Announcement,
  type AnnouncementFields,
  type AnnouncementsResponse,
  announcementFields,
  announcementState,
  maxAnnouncementLength,
  maxShownAnnouncements,
} from '#contract/announcements.ts'
import { apiPaths } from '#contract/paths.ts'
import { formatShortDate } from '#format/format.ts'
import { fieldProps } from '../forms/field-props.ts'
import { setFieldErrors } from '../forms/set-field-errors.ts'
import { type Api, errorMessage, hasStatus, useApi } from '../queries/api.ts'
import { useToday } from '../queries/use-today.ts'
import { proveFirst } from '../session/identity/identity-request.ts'
import { Badge } from '../ui/content/badge.tsx'
import { Callout } from '../ui/content/callout.tsx'
import { Button } from '../ui/controls/button.tsx'
import { FieldRows } from '../ui/controls/field.tsx'
import { Select } from '../ui/controls/select.tsx'
import { TextArea } from '../ui/controls/text-area.tsx'
import { TextField } from '../ui/controls/text-field.tsx'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'

export const announcementsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['announcements'],
    queryFn: ({ signal }) => api.get<AnnouncementsResponse>(apiPaths.announcements, signal),
  })

/** Sends a change, and shows what the server answers. */
function useChange<Change>(
  doneText: string,
  send: (api: Api, change: Change) => Promise<AnnouncementsResponse>,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { queryKey } = announcementsQuery(api)
  return useMutation({
    mutationFn: (change: Change) => proveFirst(() => send(api, change)),
    onSuccess: (data) => {
      queryClient.setQueryData(queryKey, data)
      showToast({ variant: 'ok', text: doneText })
    },
    onError: async (error) => {
      if (hasStatus(error, 409) || hasStatus(error, 404))
        await queryClient.invalidateQueries({ queryKey })
    },
  })
}

/** What the dialog is about: a new announcement, or one to change or delete. */
type Asked =
  | { kind: 'write'; announcement?: Announcement }
  | { kind: 'delete'; announcement: Announcement }

/** All announcements, and the forms to write, change and delete them. */
export function AnnouncementsView({ data: { announcements } }: { data: AnnouncementsResponse }) {
  const [asked, setAsked] = useState<Asked>()
  const today = useToday()
  const close = () => setAsked(undefined)
  return (
    <>
      <p className="measure mt-2 text-ink-2">
        Each announcement shows at the top of every page until its last day, or until a reader
        closes it. Readers see at most {maxShownAnnouncements} at a time, newest first. Nobody gets
        an email.
      </p>
      <div className="my-6">
        <Button aria-haspopup="dialog" onClick={() => setAsked({ kind: 'write' })}>
          Announce something
        </Button>
      </div>
      {announcements.length === 0 ? (
        <p className="text-ink-2">No announcements yet.</p>
      ) : (
        <div className="panel min-w-0">
          <ul className="-my-3 divide-y divide-line">
            {announcements.map((announcement) => (
              <Row
                key={announcement.id}
                announcement={announcement}
                state={announcementState(announcement, announcements, today)}
                onAsk={setAsked}
              />
            ))}
          </ul>
        </div>
      )}
      {asked?.kind === 'write' && <WriteDialog announcement={asked.announcement} onClose={close} />}
      {asked?.kind === 'delete' && (
        <DeleteDialog announcement={asked.announcement} onClose={close} />
      )}
    </>
  )
}

function Row({
  announcement,
  state,
  onAsk,
}: {
  announcement: Announcement
  state: string
  onAsk: (asked: Asked) => void
}) {
  const id = useId()
  const today = useToday()
  const { text, link, firstDay, lastDay, university } = announcement
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p id={id} dir="auto" className="[overflow-wrap:anywhere]">
          {text}
        </p>
        {link && <p className="text-sm [overflow-wrap:anywhere]">Links to {link}</p>}
        <p className="flex flex-wrap items-center gap-2 text-ink-2 text-sm">
          <Badge variant={state === 'Shown' ? 'gold' : 'soft'}>{state}</Badge>
          {formatShortDate(firstDay, today)} to {formatShortDate(lastDay, today)} ·{' '}
          {audienceText(university)}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          variant="secondary"
          size="small"
          aria-haspopup="dialog"
          aria-describedby={id}
          onClick={() => onAsk({ kind: 'write', announcement })}
        >
          Edit
        </Button>
        <Button
          variant="secondary"
          size="small"
          aria-haspopup="dialog"
          aria-describedby={id}
          onClick={() => onAsk({ kind: 'delete', announcement })}
        >
          Delete
        </Button>
      </div>
    </li>
  )
}

/** Says who sees it. A university that the settings no longer have has no students. */
export function audienceText(university: string | null): string {
  if (university === null) return 'Everyone'
  const isKnown = campus.universities.some(({ shortName }) => shortName === university)
  return isKnown ? `Students of ${university}` : `Nobody: ${university} is not in the settings`
}

/** The fields of the form. An empty text stands for null. */
interface Values {
  text: string
  link: string
  firstDay: string
  lastDay: string
  university: string
}

const toFields = ({ link, university, ...values }: Values): AnnouncementFields => ({
  ...values,
  link: link.trim() || null,
  university: university || null,
})

function WriteDialog({
  announcement,
  onClose,
}: {
  announcement: Announcement | undefined
  onClose: () => void
}) {
  const formId = useId()
  const today = useToday()
  const form = useForm<Values>({
    defaultValues: {
      text: announcement?.text ?? '',
      link: announcement?.link ?? '',
      firstDay: announcement?.firstDay ?? today,
      lastDay: announcement?.lastDay ?? today,
      university: announcement?.university ?? '',
    },
    resolver: (values, context, options) =>
      zodResolver(announcementFields)(toFields(values), context, options as never) as never,
  })
  const save = useChange('Announcement saved.', (api, fields: AnnouncementFields) =>
    announcement
      ? api.put(apiPaths.announcement(announcement.id), {
          ...fields,
          version: announcement.version,
        })
      : api.post(apiPaths.announcements, fields),
  )
  const { errors } = form.formState
  const submit = form.handleSubmit(async () => {
    try {
      await save.mutateAsync(toFields(form.getValues()))
      onClose()
    } catch (error) {
      setFieldErrors(form, error)
    }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={announcement ? 'Edit the announcement' : 'New announcement'}
      footer={
        <>
          <Button type="submit" form={formId} busy={save.isPending}>
            Save
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <FieldRows>
          <TextArea
            {...fieldProps(form, 'text')}
            label="Text"
            rows={3}
            maxLength={maxAnnouncementLength}
            value={form.watch('text')}
          />
          <TextField
            {...fieldProps(form, 'link')}
            label="Link"
            optional
            help="A path of this site, such as /rules, or an https address."
            autoComplete="off"
          />
          <TextField {...fieldProps(form, 'firstDay')} type="date" label="First day" />
          <TextField {...fieldProps(form, 'lastDay')} type="date" label="Last day" />
          <Select
            {...fieldProps(form, 'university')}
            label="Who sees it"
            placeholder="Everyone"
            options={campus.universities.map(({ name, shortName }) => ({
              value: shortName,
              label: `Students of ${name}`,
            }))}
          />
        </FieldRows>
        {errors.root && <Callout variant="danger">{errors.root.message}</Callout>}
      </form>
    </Dialog>
  )
}

function DeleteDialog({
  announcement: { id, text },
  onClose,
}: {
  announcement: Announcement
  onClose: () => void
}) {
  const remove = useChange('Announcement deleted.', (api, announcementId: number) =>
    api.delete<AnnouncementsResponse>(apiPaths.announcement(announcementId)),
  )
  return (
    <ConfirmDialog
      open
      danger
      title="Delete this announcement?"
      confirmLabel="Delete"
      busy={remove.isPending}
      error={remove.error ? errorMessage(remove.error) : undefined}
      onConfirm={() => remove.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p dir="auto">{text}</p>
    </ConfirmDialog>
  )
}
