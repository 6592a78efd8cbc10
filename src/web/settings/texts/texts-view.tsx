import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useBlocker } from 'react-router'
import { maxTextLength, type TextName, textLabels } from '#contract/site-text-rules.ts'
import type { EditedText, TextPreviewResponse, TextsResponse } from '#contract/site-texts.ts'
import { formatNumber } from '#format/format.ts'
import { ApiError, errorMessage, hasStatus, useApi } from '../../queries/api.ts'
import { hasLeftAccount } from '../../session/leave-account.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { SectionFrame } from '../section-frame.tsx'
import { textsQuery, usePreviewText, useSaveText } from './edit-queries.ts'
import { TextHtml, TextParts } from './site-text.tsx'
import { TextChangeList } from './text-change-list.tsx'
import { RestoreDialog, TextHistory } from './text-history.tsx'

/** What an admin has typed. The version stays that of the first key press, whatever somebody else saves. */
interface Draft {
  markdown: string
  basedOn: number
}

const descriptions: Record<TextName, string> = {
  rules: 'What students may list, and how they treat each other.',
  about: 'What the site is for. The quote and the people below it come from the settings.',
  privacy:
    'Anything your university or local law requires on the privacy page. It follows the built-in text about what we keep and for how long.',
}

/** The editors of all texts. */
export function TextsView({ data: { texts, placeholders } }: { data: TextsResponse }) {
  const [drafts, setDrafts] = useState<Partial<Record<TextName, Draft>>>({})
  const isUnsaved = texts.some(({ name, markdown }) => isChanged(drafts[name], markdown))
  return (
    <>
      <p className="measure mt-2 text-ink-2">
        Changes show on every page within a second, and readers can see what changed. You can hide
        an older version if it has words that nobody should read.
      </p>
      <Help placeholders={placeholders} />
      {texts.map((text) => (
        <TextEditor
          key={text.name}
          text={text}
          draft={drafts[text.name]}
          onDraft={(draft) => setDrafts((all) => ({ ...all, [text.name]: draft }))}
        />
      ))}
      <LeaveDialog shouldBlock={isUnsaved} />
    </>
  )
}

const isChanged = (draft: Draft | undefined, markdown: string) =>
  draft !== undefined && draft.markdown !== markdown

/** Explains Markdown to those who do not know it. */
function Help({ placeholders }: Pick<TextsResponse, 'placeholders'>) {
  return (
    <details className="measure mt-4 mb-8">
      <summary className="link cursor-pointer">How to write a text</summary>
      <ul className="mt-3 grid list-disc gap-1 pl-5">
        <li>
          <code>## Heading</code> begins a part, and <code>### Heading</code> begins a card. Cards
          stand side by side.
        </li>
        <li>
          A line that begins with <code>- </code> is an entry of a list. An empty line ends a
          paragraph.
        </li>
        <li>
          <code>**bold**</code>, <code>*italic*</code>, and{' '}
          <code>[a link](https://example.org)</code>
        </li>
        <li>
          Keep tags such as <code>{'{#report}'}</code> after a heading. The icon and links need
          them.
        </li>
        <li>You can't use HTML or images.</li>
        <li>Words in braces follow the settings of the campus:</li>
        {Object.entries(placeholders).map(([name, value]) => (
          <li key={name} dir="auto">
            <code>{`{${name}}`}</code>: {value}
          </li>
        ))}
      </ul>
    </details>
  )
}

function TextEditor({
  text,
  draft,
  onDraft,
}: {
  text: EditedText
  draft: Draft | undefined
  onDraft: (draft: Draft | undefined) => void
}) {
  const { name, version, isDefault, isFromFile } = text
  const label = textLabels[name]
  const isHydrated = useHydrated()
  const queryClient = useQueryClient()
  const { queryKey } = textsQuery(useApi())
  const save = useSaveText()
  const preview = usePreviewText()
  const [isResetting, setResetting] = useState(false)
  const markdown = draft?.markdown ?? text.markdown
  const isDirty = isChanged(draft, text.markdown)
  const error = save.error ?? preview.error
  const fieldError = error instanceof ApiError ? error.fields.markdown : undefined

  const forget = () => {
    save.reset()
    preview.reset()
  }
  const handleSave = () =>
    save.mutate(
      { name, markdown, basedOn: draft?.basedOn ?? version },
      {
        onSuccess: () => {
          onDraft(undefined)
          preview.reset()
        },
        onError: (failure) => {
          if (!hasStatus(failure, 409)) return
          const texts = queryClient.getQueryData<TextsResponse>(queryKey)?.texts
          const newest = texts?.find((each) => each.name === name)
          onDraft({ markdown, basedOn: newest?.version ?? version })
        },
      },
    )
  return (
    <SectionFrame id={name} title={label} text={descriptions[name]}>
      <div className="min-w-0">
        {/* method="dialog" does nothing outside a dialog, so that nothing is sent before hydration. */}
        <form
          method="dialog"
          noValidate
          className="panel min-w-0"
          onSubmit={(event) => {
            event.preventDefault()
            handleSave()
          }}
        >
          <TextArea
            label="Text"
            help={helpText(text)}
            error={fieldError}
            rows={10}
            value={markdown}
            count={`${formatNumber(markdown.length)} of ${formatNumber(maxTextLength)}`}
            disabled={!isHydrated || isFromFile}
            // A change would reset the save, and its result would never be shown.
            readOnly={save.isPending}
            onChange={({ target }) => {
              forget()
              onDraft({ markdown: target.value, basedOn: draft?.basedOn ?? version })
            }}
          />
          {error && !fieldError && (
            <div className="mt-4">
              <Callout variant="danger">{errorMessage(error)}</Callout>
            </div>
          )}
          {!isFromFile && (
            <div className="mt-4 flex flex-wrap gap-3">
              <Button type="submit" busy={save.isPending} disabled={!isHydrated || !isDirty}>
                Save<span className="sr-only"> {label}</span>
              </Button>
              <Button
                variant="secondary"
                busy={preview.isPending}
                disabled={!isHydrated}
                onClick={() => preview.mutate({ name, markdown })}
              >
                Preview<span className="sr-only"> {label}</span>
              </Button>
              {isDirty && (
                <Button
                  variant="secondary"
                  disabled={save.isPending}
                  onClick={() => {
                    forget()
                    onDraft(undefined)
                  }}
                >
                  Discard changes<span className="sr-only"> to {label}</span>
                </Button>
              )}
              {!isDefault && (
                <Button
                  variant="quiet"
                  aria-haspopup="dialog"
                  disabled={!isHydrated}
                  onClick={() => setResetting(true)}
                >
                  Reset to default<span className="sr-only">: {label}</span>
                </Button>
              )}
            </div>
          )}
        </form>
        {preview.data && <Preview label={label} preview={preview.data} isChanged={isDirty} />}
        <TextHistory text={text} />
        {isResetting && (
          <RestoreDialog
            text={text}
            choice={{ version: 0, title: 'Reset to the default text?' }}
            confirmLabel="Reset to default"
            onClose={() => setResetting(false)}
          />
        )}
      </div>
    </SectionFrame>
  )
}

function helpText({ name, isDefault, isFromFile }: EditedText): string {
  if (isFromFile) return 'This text comes from the file that CAMPUS_FILE names. Edit the file.'
  if (!isDefault) return 'This is your own text. New versions of the site do not change it.'
  return name === 'privacy'
    ? 'There are no additions yet.'
    : 'This is the default text. New versions of the site may change it until you save your own.'
}

/** Shows the text as readers will see it, and what changes for them. */
function Preview({
  label,
  preview: { parts, changes },
  isChanged: hasChanges,
}: {
  label: string
  preview: TextPreviewResponse
  isChanged: boolean
}) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="mt-6">
      <h3 id={titleId} className="title-4">
        Preview<span className="sr-only"> of {label}</span>
      </h3>
      {hasChanges && (
        <div className="mt-3">
          <TextChangeList changes={changes} />
        </div>
      )}
      <div className="panel mt-4 min-w-0">
        <TextHtml html={parts[0]?.html ?? ''} className="text-ink-2 text-xl" />
        <TextParts parts={parts} isNarrow />
      </div>
    </section>
  )
}

/** Asks before unsaved texts are lost. */
function LeaveDialog({ shouldBlock }: { shouldBlock: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      shouldBlock &&
      currentLocation.pathname !== nextLocation.pathname &&
      !hasLeftAccount(nextLocation),
  )
  useEffect(() => {
    if (!shouldBlock) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [shouldBlock])
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>What you have typed is not saved yet.</p>
    </ConfirmDialog>
  )
}
