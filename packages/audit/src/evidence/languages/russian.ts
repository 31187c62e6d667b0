/** Russian: stems; the infinitive, the imperative and the verbal noun share them. */

import { type Act, defineLanguage, folded, type Language, mapOf, type Vocabulary } from './language.js'

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

function wordOf(word: string): Act | null {
  if (!/^\p{Script=Cyrillic}/u.test(word)) return null
  const form = folded(word)
  for (let length = Math.min(form.length, 12); length >= 4; length -= 1) {
    const act = stemActs.get(form.slice(0, length))
    if (act !== undefined) return act
  }
  return null
}

/** What the audit knows of Russian. */
export const russian: Language = defineLanguage({
  name: 'Russian',
  verb: wordOf,
  noun: wordOf,
  words: {
    and: 'и',
    andThen: 'затем потом',
    adverbs: 'затем потом сначала наконец ещё раз провести',
    purposes: 'по о об',
    nounQualifiers: 'финальная',
  },
  patterns: {
    testCheck: /(?<!\p{L})тест(?:ы|ов|ами|ах)?(?!\p{L})/iu,
    lintCheck: /(?<!\p{L})линтер\p{L}*/iu,
    buildCheck: /(?<!\p{L})сборк\p{L}*/iu,
    checkName: /тесты|линтер/iu,
    kindOfTests: /^(?:модульные|юнит-?|интеграционные|автоматические)\s*-?тесты$/iu,
    testsFor: /тесты\s+для\s/iu,
    denial: /не(?!\p{L})/iu,
    stage: /(?:^|\s)(?:этап|шаг|фаза|задача)\s*#?[\w.]*\d/iu,
    functional:
      /(?<!\p{L})(?:страниц\p{L}*|сервер\p{L}*|сервис\p{L}*|работ\p{L}*|запуска\p{L}*|браузер\p{L}*|экран\p{L}*)(?!\p{L})/iu,
    codeProperty:
      /(?<!\p{L})(?:права доступа|прав доступа|обработк\p{L}+ ошибок|секрет\p{L}*|безопасност\p{L}*|уязвимост\p{L}*)(?!\p{L})/iu,
    proseThing: /(?<!\p{L})(?:отч[её]т\p{L}*|документаци\p{L}*|сводк\p{L}*)\s*$/iu,
    gitThing: /ветк[уиа]/iu,
    reviewNoun: /(?<!\p{L})(?:аудит\p{L}*|ревью)(?!\p{L})/iu,
    makeVerb: /созда/iu,
    writeVerb: /напис|напиш|созда/iu,
    mends: /(?<!\p{L})(?:исправ|почин)/iu,
    redOnPurpose: /(?<![\p{L}\p{N}])(?:воспроиз\p{L}*|пада(?:ет|ют|ющ\p{L}*)|провал\p{L}*)(?![\p{L}\p{N}])/iu,
    notDone:
      /(?<![\p{L}\p{N}])(?:(?:пропущен|отложен|заблокирован|отмен[её]н)[аоы]?|не удалось|не ?применимо)(?![\p{L}\p{N}])/iu,
  },
})
