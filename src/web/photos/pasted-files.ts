/** Inputs that a text can be pasted into. */
const textField =
  'textarea, [contenteditable], input:not([type=file], [type=checkbox], [type=radio], [type=range])'

/**
 * Returns the files of a paste that are meant for the photo field. Word and Excel put a picture of the copied text beside it;
 * in a text field, the text is meant. File managers put the names of copied files there, and then the files are meant.
 */
export function pastedFiles({
  target,
  clipboardData,
}: Pick<ClipboardEvent, 'target' | 'clipboardData'>): File[] {
  const files = [...(clipboardData?.files ?? [])]
  const isInTextField = (target as Partial<Element> | null)?.matches?.(textField) === true
  if (!isInTextField) return files
  const names = files.map(({ name }) => name)
  const lines = clipboardData?.getData('text/plain').split(/\r?\n/) ?? []
  return lines.every((line) => line === '' || names.includes(line)) ? files : []
}
