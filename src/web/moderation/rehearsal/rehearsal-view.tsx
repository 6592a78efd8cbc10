import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type DecisionReason, decisionReasonLabels } from '#contract/decision-reasons.ts'
import type { Decision } from '#contract/moderation-rules.ts'
import { FollowLink } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'

import { Callout } from '../../ui/content/callout.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { CaseHistory, CaseReports } from '../case/case-facts.tsx'
import { isAboutStudent, suggestReason } from '../case/case-state.ts'
import { CaseActions } from '../case/decision-buttons.tsx'
import { DecisionDialog } from '../case/decision-dialog.tsx'
import { decisionLabels, decisionText } from '../case/decision-text.ts'
import { ReportedListing } from '../case/listing-case-view.tsx'
import { shortcutKeys } from '../queue/shortcuts.ts'
import { ShortcutsHelp } from '../queue/shortcuts-help.tsx'
import type { ModelAnswer } from './invented-cases.ts'
import { agrees, type RehearsalCase, rehearsalCases } from './rehearsal-cases.ts'

interface GivenAnswer {
  action: Decision
  reason: DecisionReason
}

const explain = () =>
  showToast({ variant: 'info', text: 'This case is made up, so this does nothing.' })

/** Ten invented cases for new moderators. Answers stay in this component: nothing is sent or stored. */
export function RehearsalView() {
  const cases = rehearsalCases(useToday())
  const [index, setIndex] = useState(0)
  const [answers, setAnswers] = useState<readonly (GivenAnswer | undefined)[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  const focused = useRef(0)
  useEffect(() => {
    // The page itself takes the focus when it opens.
    if (focused.current === index) return
    focused.current = index
    heading.current?.focus()
  }, [index])
  const current = cases[index]
  const answer = (given: GivenAnswer | undefined) =>
    setAnswers(cases.map((_case, each) => (each === index ? given : answers[each])))
  return (
    <>
      <p className="measure mt-2 text-ink-2">
        Practise on ten made-up cases. Nothing here is real: nobody gets an email, and nothing is
        recorded. We don't save your answers.
      </p>
      {current ? (
        <InventedCase
          key={index}
          heading={
            <h2 ref={heading} tabIndex={-1} className="title-3 min-w-0 outline-none" dir="auto">
              Case {index + 1} of {cases.length}: {current.found.listing.title}
            </h2>
          }
          invented={current}
          given={answers[index]}
          onAnswer={answer}
          onNext={() => setIndex(index + 1)}
        />
      ) : (
        <>
          <h2 ref={heading} tabIndex={-1} className="title-3 mt-6 outline-none">
            You've finished
          </h2>
          <p className="mt-2">{resultText(cases, answers)}</p>
          <div className="mt-4">
            <Button
              variant="secondary"
              onClick={() => {
                setAnswers([])
                setIndex(0)
              }}
            >
              Start again
            </Button>
          </div>
        </>
      )}
    </>
  )
}

/** Says how often the moderator decided as the model answers do. */
export function resultText(
  cases: readonly RehearsalCase[],
  answers: readonly (GivenAnswer | undefined)[],
): string {
  const agreed = cases.filter(({ model }, index) => {
    const given = answers[index]
    return given && agrees(model, given)
  })
  return `You matched our decision in ${agreed.length} of ${cases.length} cases.`
}

function InventedCase({
  heading,
  invented: { found, model },
  given,
  onAnswer,
  onNext,
}: {
  heading: ReactNode
  invented: RehearsalCase
  given: GivenAnswer | undefined
  onAnswer: (given: GivenAnswer | undefined) => void
  onNext: () => void
}) {
  const [action, setAction] = useState<Decision>('keep')
  const [isOpen, setOpen] = useState(false)
  const feedback = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // While the dialog is open, nothing behind it can have the focus.
    if (given && !isOpen) feedback.current?.focus()
  }, [given, isOpen])
  const ask = (asked: Decision) => {
    setAction(asked)
    setOpen(true)
  }
  const { listing, student, reports, allowedActions } = found
  const text = decisionText(action, { name: student.name, title: listing.title })
  const noUndo = () => undefined
  const shortcuts = (given ? [] : allowedActions).map((each) => ({
    key: shortcutKeys[each],
    label: decisionLabels[each],
    run: () => ask(each),
  }))
  return (
    <FollowLink value={explain}>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        {heading}
        <ShortcutsHelp shortcuts={shortcuts} />
      </div>
      {given && (
        <div ref={feedback} tabIndex={-1} className="mt-4 outline-none">
          <Feedback given={given} model={model} />
        </div>
      )}
      <div className="case-layout">
        <CaseReports found={found} onUndo={noUndo} />
        <ReportedListing listing={listing} />
        <CaseHistory
          found={given ? { ...found, allowedActions: [] } : found}
          onAsk={ask}
          onUndo={noUndo}
        />
      </div>
      {given ? (
        <section aria-label="After your decision" className="case-layout-bar">
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={onNext}>
              Next case
            </Button>
            <Button size="small" variant="secondary" onClick={() => onAnswer(undefined)}>
              Decide again
            </Button>
          </div>
        </section>
      ) : (
        <CaseActions
          ref={null}
          actions={allowedActions.filter((each) => !isAboutStudent(each))}
          onAsk={ask}
        />
      )}
      <DecisionDialog
        open={isOpen}
        text={{ suggestedReason: suggestReason(reports, text.reasons), ...text }}
        onSend={async ({ reason }) => onAnswer({ action, reason })}
        onClose={() => setOpen(false)}
      />
    </FollowLink>
  )
}

function Feedback({ given, model }: { given: GivenAnswer; model: ModelAnswer }) {
  return (
    <Callout variant={agrees(model, given) ? 'bar' : 'sun'}>
      <p className="font-semibold">{feedbackText(given, model)}</p>
      <p className="mt-2">{model.explanation}</p>
    </Callout>
  )
}

/** Compares a decision with the model answer. */
export function feedbackText(given: GivenAnswer, model: ModelAnswer): string {
  if (agrees(model, given)) return 'We would decide the same.'
  const wanted = model.actions.map((action) => decisionLabels[action]).join(' or ')
  const why = model.reasons.map((reason) => decisionReasonLabels[reason]).join(' or ')
  if (model.actions.includes(given.action)) {
    return `“${decisionLabels[given.action]}” is right. A better reason is “${why}”.`
  }
  return `We'd choose “${wanted}”. Reason: “${why}”.`
}
