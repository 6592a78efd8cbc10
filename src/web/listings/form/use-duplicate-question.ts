import { useState } from 'react'
import type { EarlierListing } from '#contract/duplicates.ts'
import type { Listing } from '#contract/listings.ts'

/** The earlier listing, renewed; or that the new one is posted anyway; or nothing, when the question is closed. */
export type DuplicateAnswer = Listing | 'anyway' | undefined

export type AskAboutDuplicate = (earlier: EarlierListing) => Promise<DuplicateAnswer>

interface Question {
  earlier: EarlierListing
  answer: (answer: DuplicateAnswer) => void
}

/** What a student who has posted the same thing before wants: the question, and the props of its dialog. */
export function useDuplicateQuestion() {
  // Kept when it is answered: the dialog shows it while it closes.
  const [question, setQuestion] = useState<Question>()
  const [isOpen, setOpen] = useState(false)

  const ask: AskAboutDuplicate = (earlier) =>
    new Promise((resolve) => {
      const answer = (given: DuplicateAnswer) => {
        setOpen(false)
        resolve(given)
      }
      setQuestion({ earlier, answer })
      setOpen(true)
    })

  const dialog = question && {
    open: isOpen,
    earlier: question.earlier,
    onRenewed: question.answer,
    onPostAnyway: () => question.answer('anyway'),
    onClose: () => question.answer(undefined),
  }
  return { ask, dialog }
}
