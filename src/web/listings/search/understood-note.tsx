import type { Understood } from '#contract/listings.ts'
import { clipText } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'

/** Says how a search was read, and leads back to the words as they were typed. */
export function UnderstoodNote({
  q,
  understood,
  exactPath,
  usualPath,
  isExact,
  onFollow,
}: {
  q: string
  understood: Pick<Understood, 'corrected' | 'dropped'> | undefined
  /** The same search with its words as they were typed. */
  exactPath: string
  usualPath: string
  isExact: boolean
  /** Called by links that disappear when they are pressed. */
  onFollow?: () => void
}) {
  if (isExact) {
    return (
      <p className="wrap-anywhere text-ink-2">
        We searched for your words as you typed them.{' '}
        <Link to={usualPath} className="link" onClick={onFollow}>
          Search normally
        </Link>
      </p>
    )
  }
  if (!understood) return null
  const { corrected, dropped } = understood
  return (
    <p className="wrap-anywhere text-ink-2">
      {corrected.length > 0 && (
        <>
          Showing results for{' '}
          {corrected.map(({ typed, word }, index) => (
            <span key={typed}>
              {index > 0 && ' and '}“<b>{word}</b>”
            </span>
          ))}
          .{' '}
        </>
      )}
      {dropped.length > 0 && (
        <>
          Nothing has{' '}
          {dropped.map((word, index) => (
            <span key={word}>
              {index > 0 && (index === dropped.length - 1 ? ' or ' : ', ')}“
              <s>
                <bdi>{clipText(word)}</bdi>
              </s>
              ”
            </span>
          ))}
          , so these results leave {dropped.length === 1 ? 'it' : 'them'} out.{' '}
        </>
      )}
      <Link to={exactPath} className="link" onClick={onFollow}>
        Search for exactly “<bdi>{clipText(q)}</bdi>”
      </Link>
    </p>
  )
}
