import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Validates a field because another field changed. Does so only once its errors are shown: after its first blur or a submit.
 */
export function revalidate<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getFieldState' | 'formState' | 'trigger'>,
  name: Path<Values>,
) {
  if (form.getFieldState(name).isTouched || form.formState.isSubmitted) form.trigger(name)
}
