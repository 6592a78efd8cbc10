import { brand } from '#campus.ts'
import { useHead } from '../head.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import { ButtonExamples } from './design/button-examples.tsx'
import { CardExamples } from './design/card-examples.tsx'
import { ChoiceExamples } from './design/choice-examples.tsx'
import { ColourExamples } from './design/colour-examples.tsx'
import { FieldExamples } from './design/field-examples.tsx'
import { LabelExamples } from './design/label-examples.tsx'
import { OverlayExamples } from './design/overlay-examples.tsx'
import { PhotoExamples } from './design/photo-examples.tsx'
import { StateExamples } from './design/state-examples.tsx'
import { TypeExamples } from './design/type-examples.tsx'
import './design.css'

export function Component() {
  useHead({
    title: `Design · ${brand}`,
    description: `The colours, type and components that ${brand} is built from, in every state.`,
  })
  return (
    <div className="page-width pt-12 pb-18">
      <BrandMark />
      <h1 className="title-hero mt-6">
        Paper, ink and <span className="marker">a bit of gold.</span>
      </h1>
      <p className="measure mt-6 text-ink-2 text-xl">
        Every component {brand} is built from, in every state. Switch your system between light and
        dark, or use the keyboard alone: it all still works.
      </p>
      <div className="mt-12 grid gap-12 lg:gap-18">
        <ColourExamples />
        <TypeExamples />
        <ButtonExamples />
        <FieldExamples />
        <ChoiceExamples />
        <OverlayExamples />
        <LabelExamples />
        <CardExamples />
        <PhotoExamples />
        <StateExamples />
      </div>
    </div>
  )
}
