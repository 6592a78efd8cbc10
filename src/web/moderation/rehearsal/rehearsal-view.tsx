import { useEffect, useRef, useState } from 'react'
import { type DecisionReason, decisionReasonLabels } from '#contract/decision-reasons.ts'
import type { Decision } from '#contract/moderation-rules.ts'
import { FollowLink } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { Hearts } from '../../saved/favourites/favourite-element.tsx'
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
  showToast({ variant: 'info', text: 'This case is invented, so this does nothing.' })

/** Saving the listing would be a call of the API. */
const noHearts = { saved: new Set<number>(), press: explain }

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
        Ten invented cases to practise on. Nothing here is real: nobody gets an email, and nothing
        is recorded. Your answers are gone when you leave the page.
      </p>
      {current ? (
        <>
          <h2 ref={heading} tabIndex={-1} className="title-3 mt-6 outline-none" dir="auto">
            Case {index + 1} of {cases.length}: {current.found.listing.title}
          </h2>
          <InventedCase
            key={index}
            invented={current}
            given={answers[index]}
            onAnswer={answer}
            onNext={() => setIndex(index + 1)}
          />
        </>
      ) : (
        <>
          <h2 ref={heading} tabIndex={-1} className="title-3 mt-6 outline-none">
            You're through
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
  return `You decided as we would in ${agreed.length} of ${cases.length} cases.`
}

function InventedCase({
  invented: { found, model },
  given,
  onAnswer,
  onNext,
}: {
  invented: RehearsalCase
  given: GivenAnswer | undefined
  onAnswer: (given: GivenAnswer | undefined) => void
  onNext: () => void
}) {
  const [action, setAction] = useState<Decision>('keep')
  const [isOpen, setOpen] = useState(false)
  const feedback = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (given) feedback.current?.focus()
  }, [given])
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
      <ShortcutsHelp shortcuts={shortcuts} />
      <div className="case-layout">
        <CaseReports found={found} onUndo={noUndo} />
        <Hearts value={noHearts}>
          <ReportedListing listing={listing} />
        </Hearts>
        <CaseHistory
          found={given ? { ...found, allowedActions: [] } : found}
          onAsk={ask}
          onUndo={noUndo}
        />
      </div>
      {given ? (
        <div ref={feedback} tabIndex={-1} className="mt-6 outline-none">
          <Feedback given={given} model={model} />
          <div className="mt-4 flex flex-wrap gap-3">
            <Button onClick={onNext}>Go on</Button>
            <Button variant="secondary" onClick={() => onAnswer(undefined)}>
              Decide again
            </Button>
          </div>
        </div>
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
  if (agrees(model, given)) return 'We would have decided the same.'
  const wanted = model.actions.map((action) => decisionLabels[action]).join(' or ')
  const why = model.reasons.map((reason) => decisionReasonLabels[reason]).join(' or ')
  if (model.actions.includes(given.action)) {
    return `“${decisionLabels[given.action]}” is right. The reason that fits is “${why}”.`
  }
  return `We would have chosen “${wanted}”, because of “${why}”.`
}
