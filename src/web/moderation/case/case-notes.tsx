import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { noteBody } from '#contract/moderation-decisions.ts'
import { maxInternalNoteLength } from '#contract/moderation-rules.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { InternalNote } from '#contract/teamwork.ts'
import { formatMoment } from '#format/format.ts'
import { fieldProps } from '../../forms/field-props.ts'
import { setFieldErrors } from '../../forms/set-field-errors.ts'
import { Link } from '../../navigation/link.tsx'
import { errorMessage, useApi } from '../../queries/api.ts'
import { useToday } from '../../queries/use-today.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { moderationKey } from '../moderation-queries.ts'

/** What moderators write to each other about a student and their listings, and a form to write more. */
export function CaseNotes({ notes, path }: { notes: readonly InternalNote[]; path: string }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const form = useForm<{ text: string }>({
    defaultValues: { text: '' },
    resolver: zodResolver(noteBody),
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (note) => {
    try {
      await api.post(path, note)
      form.reset()
      await queryClient.invalidateQueries({ queryKey: [moderationKey] })
    } catch (error) {
      setFieldErrors(form, error)
    }
  })
  return (
    <>
      {notes.length > 0 && (
        <ul className="mb-4 divide-y divide-line">
          {notes.map((note) => (
            <li key={note.id} className="py-3">
              <Note note={note} />
            </li>
          ))}
        </ul>
      )}
      {/* method="dialog" does nothing outside a dialog, so that nothing is sent before hydration. */}
      <form method="dialog" noValidate onSubmit={submit}>
        <TextArea
          {...fieldProps(form, 'text')}
          label="New note"
          help="Only staff read this. Students never do."
          rows={2}
          maxLength={maxInternalNoteLength}
          value={form.watch('text')}
        />
        {errors.root && <Callout variant="danger">{errors.root.message}</Callout>}
        <div className="mt-3">
          <Button type="submit" variant="secondary" size="small" busy={isSubmitting}>
            Add note
          </Button>
        </div>
      </form>
    </>
  )
}

function Note({ note: { id, author, text, createdAt, listing, isOwn } }: { note: InternalNote }) {
  const today = useToday()
  const api = useApi()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.delete(apiPaths.internalNote(id)),
    onError: (error) => showToast({ variant: 'danger', text: errorMessage(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [moderationKey] }),
  })
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
          {text}
        </p>
        <p dir="auto" className="text-ink-2 text-sm">
          {author.name}, {formatMoment(createdAt, today)}
          {listing && (
            <>
              {' '}
              about <NoteListing listing={listing} />
            </>
          )}
        </p>
      </div>
      {isOwn && (
        <Button
          variant="quiet"
          size="small"
          className="-mr-4.25 flex-none"
          busy={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Delete<span className="sr-only"> your note of {formatMoment(createdAt, today)}</span>
        </Button>
      )}
    </div>
  )
}

function NoteListing({ listing }: { listing: NonNullable<InternalNote['listing']> }) {
  const { id, category, title } = listing
  if (category === null) return 'a deleted listing'
  return (
    <Link to={pagePaths.moderatedListing(category, id)} className="link">
      “{title}”
    </Link>
  )
}
