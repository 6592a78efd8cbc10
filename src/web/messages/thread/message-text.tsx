import { linkParts } from './link-parts.ts'

/**
 * What a student wrote, as plain text: nothing in it can be pressed. An address stands by itself from left to right, so
 * that text in another direction does not take it apart, and its host is bold.
 */
export function MessageText({ body }: { body: string }) {
  return linkParts(body).map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <bdi key={index} dir="ltr">
        {part.before}
        <b>{part.host}</b>
        {part.after}
      </bdi>
    ),
  )
}
