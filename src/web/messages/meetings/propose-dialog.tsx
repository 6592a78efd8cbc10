import { PlusIcon, XIcon } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { findUniversity } from '#campus/campus.ts'
import { campusZoneName } from '#campus/zone.ts'
import {
  findTimeProblem,
  maxMeetingDays,
  maxMeetingTimes,
  maxPlaceLength,
  meetUpSpots,
  outsideHoursText,
} from '#contract/meeting-rules.ts'
import type { ProposeMeeting } from '#contract/meetings.ts'
import type { Meeting } from '#contract/messages.ts'
import { viewingAddress } from '#contract/viewing-address.ts'
import { campusMoments, dayMs, formatCampusTime } from '#format/campus-date.ts'
import { ApiError, errorMessage } from '../../queries/api.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { FieldRows } from '../../ui/controls/field.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { Thread } from '../message-queries.ts'
import type { useMeetingSteps } from './meeting-actions.ts'

interface ProposeDialogProps {
  thread: Thread
  /** The address of the student who proposes. */
  email: string
  /** The meeting that is moved or whose proposal is countered, if there is one. */
  meeting: Meeting | null
  steps: ReturnType<typeof useMeetingSteps>
  open: boolean
  onClose: () => void
  onSent: () => void
}

/** The place and the times of a proposal. What was typed stays after an error, and when the dialog is closed, until it is sent. */
export function ProposeDialog(props: ProposeDialogProps) {
  const { thread, email, meeting, steps, open, onClose, onSent } = props
  const formId = useId()
  const isMove = meeting?.state === 'agreed'
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isMove ? 'Move the meeting' : 'Propose a meeting'}
      footer={
        <>
          <Button type="submit" form={formId} busy={steps.isPending}>
            Send proposal
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      {isMove && (
        <p className="mb-4 text-ink-2">
          The meeting stays as it is until <bdi>{thread.other.name}</bdi> accepts a new time.
        </p>
      )}
      <ProposeForm
        key={meeting?.proposal?.id ?? meeting?.agreed?.starts_at}
        id={formId}
        {...{ thread, email, meeting, steps, onSent }}
      />
    </Dialog>
  )
}

const ownWords = 'other'
const atAddress = 'address'

type ProposeFormProps = Omit<ProposeDialogProps, 'open' | 'onClose'> & { id: string }

function ProposeForm({ id, thread, email, meeting, steps, onSent }: ProposeFormProps) {
  const spots = meetUpSpots(findUniversity(email)?.name)
  const address = thread.listing && viewingAddress(thread.listing)
  const last = meeting?.proposal ?? meeting?.agreed
  const first = address ? atAddress : `spot ${spots[0]?.name}`
  const [chosen, setChoice] = useState(() => (last ? placeChoice(last) : first))
  const choices = [
    ...(address ? [atAddress] : []),
    ...spots.map(({ name }) => `spot ${name}`),
    ownWords,
  ]
  // A spot may have been removed, and the address of a hidden listing is gone.
  const choice = choices.includes(chosen) ? chosen : (choices[0] ?? ownWords)
  const [words, setWords] = useState(last?.place_kind === 'other' ? last.place : '')
  const { times, setTimes, lastTime, addButton, addTime, removeTime } = useTimes()
  const [typed, setTyped] = useState<Record<string, string>>({})
  const { error, clearError } = steps
  const filled = times.flatMap(({ time }, index) => (time ? [{ time, index }] : []))
  const place = readChoice(choice, words)

  const errors = { ...serverErrors(error, filled), ...typed }
  const change = (apply: () => void) => {
    apply()
    setTyped({})
    clearError()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = findErrors(filled, choice, words)
    setTyped(found)
    if (Object.keys(found).length > 0) return focusFirst(event.currentTarget, found)
    const step: ProposeMeeting = {
      ...place,
      times: filled.map(({ time }) => time),
      ...(meeting && { meeting_id: meeting.id }),
      ...(meeting?.proposal && { proposal_id: meeting.proposal.id }),
    }
    steps.send(step, onSent)
  }
  const now = Date.now()
  const [min, max] = [now, now + maxMeetingDays * dayMs].map((time) =>
    formatCampusTime(time).replace(' ', 'T'),
  )
  const general = error && Object.keys(errors).length === 0 ? errorMessage(error) : undefined
  return (
    <form id={id} method="dialog" noValidate onSubmit={submit}>
      <FieldRows>
        <Select
          label="Place"
          name="place"
          value={choice}
          onChange={({ target }) => change(() => setChoice(target.value))}
          error={choice === ownWords ? undefined : errors.place}
          options={[
            ...(address ? [{ value: atAddress, label: `Viewing: ${address}` }] : []),
            ...spots.map(({ name, hours, university }) => ({
              value: `spot ${name}`,
              label: hours ? `${name} (${hours})` : name,
              group: university,
            })),
            { value: ownWords, label: 'Another place', group: 'Your own words' },
          ]}
        />
        {choice === ownWords && (
          <TextField
            label="Where?"
            name="words"
            maxLength={maxPlaceLength}
            value={words}
            onChange={({ target }) => change(() => setWords(target.value))}
            error={errors.place}
            help="A public place with people around is best."
          />
        )}
        {times.map(({ id, time }, index) => (
          <TextField
            key={id}
            ref={index > 0 ? lastTime : undefined}
            label={timeLabels[index]}
            name={`times.${index}`}
            type="datetime-local"
            min={min}
            max={max}
            value={time}
            onChange={({ target }) =>
              change(() =>
                setTimes(
                  times.map((each) =>
                    each.id === id ? { id, time: target.value.slice(0, 16) } : each,
                  ),
                ),
              )
            }
            error={errors[`times.${index}`] ?? (index === 0 ? errors.times : undefined)}
            help={index === 0 ? `${campusZoneName()} time.` : undefined}
            note={hoursNote(place, time)}
            suffix={
              index > 0 && (
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Remove ${timeLabels[index]?.toLowerCase()}`}
                  onClick={() => change(() => removeTime(id))}
                >
                  <XIcon size={20} />
                </Button>
              )
            }
          />
        ))}
        {times.length < maxMeetingTimes && (
          <div>
            <Button ref={addButton} variant="secondary" size="small" onClick={addTime}>
              <PlusIcon size={16} />
              Add another time
            </Button>
          </div>
        )}
      </FieldRows>
      {general && <Callout variant="danger">{general}</Callout>}
    </form>
  )
}

const timeLabels = ['Time', 'Second choice', 'Third choice']

/** The times of the form, of which the first is always there. The focus follows a field that is added or removed. */
function useTimes() {
  const [times, setTimes] = useState<readonly { id: number; time: string }[]>([{ id: 0, time: '' }])
  const lastTime = useRef<HTMLInputElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const nextFocus = useRef<typeof lastTime | typeof addButton>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field or the button is there after the times have changed
  useEffect(() => {
    nextFocus.current?.current?.focus()
    nextFocus.current = null
  }, [times])
  const addTime = () => {
    nextFocus.current = lastTime
    setTimes([...times, { id: Math.max(...times.map(({ id }) => id)) + 1, time: '' }])
  }
  const removeTime = (removed: number) => {
    nextFocus.current = addButton
    setTimes(times.filter(({ id }) => id !== removed))
  }
  return { times, setTimes, lastTime, addButton, addTime, removeTime }
}

const placeChoice = ({ place_kind, place }: { place_kind: string; place: string }) =>
  place_kind === 'spot' ? `spot ${place}` : place_kind

function readChoice(
  choice: string,
  words: string,
): Pick<ProposeMeeting, 'place_kind'> & { place?: string } {
  if (choice === atAddress) return { place_kind: 'address' }
  if (choice === ownWords) return { place_kind: 'other', place: words }
  return { place_kind: 'spot', place: choice.slice('spot '.length) }
}

type FilledTime = { time: string; index: number }

/** The errors of the fields in a response. The server counts only the times that were filled in. */
function serverErrors(error: unknown, filled: readonly FilledTime[]): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const fields = Object.entries(error.fields).map(([name, text]) => {
    const index = /^times\.(\d)$/.exec(name)?.[1]
    return [index ? `times.${filled[Number(index)]?.index ?? 0}` : name, text]
  })
  return Object.fromEntries(fields)
}

function findErrors(
  filled: readonly FilledTime[],
  choice: string,
  words: string,
): Record<string, string> {
  const now = Date.now()
  const found = filled.map(({ time, index }) => [`times.${index}`, findTimeProblem(time, now)])
  const errors = Object.fromEntries(found.filter(([, problem]) => problem))
  if (filled.length === 0) errors.times = 'Choose a day and a time'
  if (new Set(filled.map(({ time }) => time)).size < filled.length) {
    errors.times = 'Choose each time only once'
  }
  if (choice === ownWords && words.trim() === '') errors.place = 'Say where to meet'
  return errors
}

function focusFirst(form: HTMLFormElement, errors: Record<string, string>) {
  const [name = ''] = Object.keys(errors)
  const field = { times: 'times.0', place: 'words' }[name] ?? name
  const input = form.elements.namedItem(field)
  if (input instanceof HTMLElement) input.focus()
}

function hoursNote(place: { place_kind: string; place?: string }, local: string) {
  const [moment] = local ? campusMoments(local) : []
  if (moment === undefined || place.place_kind !== 'spot') return undefined
  const spot = { place_kind: 'spot', place: place.place ?? '' } as const
  const text = outsideHoursText(spot, new Date(moment).toISOString())
  return text && `This is ${text}.`
}
