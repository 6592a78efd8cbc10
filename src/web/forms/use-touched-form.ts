import { type FieldValues, type UseFormProps, useForm } from 'react-hook-form'
import { pressEnd } from './press.ts'

/**
 * A form that validates a field when it is left. An error makes the form longer, and a button that moved away while it was
 * pressed would get no click. Errors therefore wait until nothing is pressed.
 */
export function useTouchedForm<Values extends FieldValues, Context = unknown, Output = Values>({
  resolver,
  ...props
}: Omit<UseFormProps<Values, Context, Output>, 'mode'>) {
  return useForm<Values, Context, Output>({
    ...props,
    mode: 'onTouched',
    ...(resolver && {
      resolver: async (...input) => {
        await pressEnd()
        return resolver(...input)
      },
    }),
  })
}
