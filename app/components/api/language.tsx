import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import { languages, type Language } from '~/content/api-endpoints.ts';

interface LanguageChoice {
  readonly language: Language;
  readonly choose: (language: Language) => void;
}

const LanguageContext = createContext<LanguageChoice>({ language: languages[0], choose: () => {} });

/** One choice of language for all samples on the page. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, choose] = useState<Language>(languages[0]);
  const choice = useMemo(() => ({ language, choose }), [language]);
  return <LanguageContext.Provider value={choice}>{children}</LanguageContext.Provider>;
}

export function useLanguage(): LanguageChoice {
  return useContext(LanguageContext);
}
