import { diffArrays, diffWordsWithSpace } from 'diff'
import type { ChangedLine, TextChange } from '#contract/site-texts.ts'
import { readLines, type TextLine } from './render-text.ts'

/** Texts with more changed lines are shown as two whole texts, because comparing takes long. */
const maxChangedLines = 150
/** A line with more changed words is shown as two whole lines. */
const maxChangedWords = 150
/**
 * The steps for comparing the lines of two texts word by word, which is one blocking call. The steps of a line are the
 * square of its changes. Lines for which no steps are left are shown as two whole lines.
 */
const maxSteps = 30_000

/** Lines that share fewer of their characters than this are two lines, not one that was changed. */
const minShared = 0.3

/** Returns what a reader finds changed, in the order of the text. It is empty if only the formatting differs. */
export function compareTexts(before: string, after: string): TextChange[] {
  const [oldLines, newLines] = [readLines(before), readLines(after)]
  const toText = ({ text }: TextLine) => text
  const runs = diffArrays(oldLines.map(toText), newLines.map(toText), {
    maxEditLength: maxChangedLines,
  }) ?? [
    { value: oldLines.map(toText), removed: true, added: false },
    { value: newLines.map(toText), removed: false, added: true },
  ]
  const changes: TextChange[] = []
  const compareWords = createWordComparer()
  let heading: string | null = null
  let newIndex = 0
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index]
    if (!run) break
    const next = runs[index + 1]
    const isReplaced = run.removed && next?.added
    const [removed, added] = isReplaced
      ? [run.value, next.value]
      : [run.removed ? run.value : [], run.added ? run.value : []]
    if (removed.length + added.length > 0) {
      // A new heading stands for itself.
      const hasOwn = added.length > 0 && newLines[newIndex]?.isHeading
      changes.push({
        heading: hasOwn ? null : heading,
        lines: compareLines(removed, added, compareWords),
      })
    }
    if (isReplaced) index++
    const passed = run.removed && !isReplaced ? 0 : (isReplaced ? next.value : run.value).length
    for (const line of newLines.slice(newIndex, newIndex + passed)) {
      if (line.isHeading) heading = line.text
    }
    newIndex += passed
  }
  return changes
}

const whole = (kind: 'added' | 'removed', text: string): ChangedLine => [{ kind, text }]

/** Compares the first removed line with the first added one, and so on. */
function compareLines(
  removed: readonly string[],
  added: readonly string[],
  compareWords: ReturnType<typeof createWordComparer>,
): ChangedLine[] {
  const pairs = Array.from({ length: Math.max(removed.length, added.length) }, (_, index) => {
    const [before, after] = [removed[index], added[index]]
    if (before !== undefined && after !== undefined) {
      const words = compareWords(before, after)
      if (words) return [words]
    }
    return [
      ...(before === undefined ? [] : [whole('removed', before)]),
      ...(after === undefined ? [] : [whole('added', after)]),
    ]
  })
  return pairs.flat()
}

/**
 * Returns a function that returns a line with its changed words, or undefined if the two lines share too little or the
 * steps are used up.
 */
function createWordComparer() {
  let steps = maxSteps
  return (before: string, after: string): ChangedLine | undefined => {
    const maxEditLength = Math.min(maxChangedWords, Math.floor(Math.sqrt(steps)))
    const words = diffWordsWithSpace(before, after, { maxEditLength })
    const changed = words
      ?.filter(({ added, removed }) => added || removed)
      .reduce((sum, { count }) => sum + count, 0)
    steps -= (changed ?? maxEditLength) ** 2
    if (!words) return undefined
    const line: ChangedLine = words.map(({ value, added, removed }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    }))
    const shared = line
      .filter(({ kind }) => kind === 'same')
      .reduce((sum, { text }) => sum + text.length, 0)
    return shared >= minShared * Math.max(before.length, after.length) ? line : undefined
  }
}
