import { LegalSection } from './legal-section.tsx'
import { LookSection } from './look-section.tsx'
import {
  ContactSection,
  MoneySection,
  OptionsSection,
  PeopleSection,
  RegionSection,
  SearchSection,
} from './site-sections.tsx'
import { NamesSection, PlacesSection, TermsSection } from './university-sections.tsx'

// Each section is a form with some of the settings. The page of the settings has a row for each; a set-up can show one after
// the other.

/** All sections, in the order of the page. */
export const settingsSections = [
  NamesSection,
  PlacesSection,
  TermsSection,
  ContactSection,
  PeopleSection,
  RegionSection,
  LegalSection,
  MoneySection,
  OptionsSection,
  SearchSection,
  LookSection,
]
