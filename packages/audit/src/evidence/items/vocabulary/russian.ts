/** Russian: stems; the infinitive, the imperative and the verbal noun share them. */

import { type Act, folded, mapOf, type Vocabulary } from './act.js'

/** Stems without accents, "ё" as "е", "й" as "и". */
const stems: Vocabulary = [
  ['test', 'протестир тестир потестир опробо попробо'],
  ['verify', 'провер убед удостовер валидир подтверд контрол верифи'],
  ['review', 'ревью аудит отревью просмотр'],
  ['build', 'собра собер сборк скомпилир компил пересобра'],
  ['run', 'запус выполн прогна прогон исполн'],
  ['start', 'перезапу остано перезагруз'],
  ['deploy', 'разверн разверт развор задеплои деплои опублик выкат релиз залить'],
  ['install', 'установ скача загруз'],
  ['commit', 'закоммит коммит запуш смерж слить'],
  [
    'change',
    'добав исправ обнов удал переимен рефактор отрефактор настро измен замен улучш оптимиз убра убер вынес перенес ' +
      'мигр поправ почин подключ интегрир интеграц перевес перевод перевед расшир упрост дополн устран поменя включ ' +
      'отключ очист внедр',
  ],
  ['create', 'реализ созда напис напиш разработ сдела имплемент'],
  ['document', 'задокументир документир документац'],
  ['generate', 'подготов сгенерир состав оформ'],
  [
    'research',
    'изуч исслед анализ проанализ наити наид поиск прочит прочт чтени разобр разбер посмотр сравн выясн определ',
  ],
  ['think', 'спроектир проектир сплан план выбр выбер выбор продума реши придума'],
  ['communicate', 'отчет описа описан объясн резюм подвест сообщ рассказ обобщ доклад'],
  ['mark', 'заверш законч'],
]

const stemActs = mapOf(stems)

/** The act of a Russian word, or null. */
export function russianWord(word: string): Act | null {
  if (!/^\p{Script=Cyrillic}/u.test(word)) return null
  const form = folded(word)
  for (let length = Math.min(form.length, 12); length >= 4; length -= 1) {
    const act = stemActs.get(form.slice(0, length))
    if (act !== undefined) return act
  }
  return null
}
