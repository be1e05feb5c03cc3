/**
 * Trigrams end at punctuation: of `H/1041` an index would know an H and a 1041, wherever they are,
 * and of an e-mail address that somebody has a com. So every mark is searched as a letter of its
 * own, from a script that nobody writes here. As a letter it means nothing in a pattern, either.
 */
export const MARKS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const FIRST_LETTER = 0xa000;
export const letterAt = (index: number): string => String.fromCodePoint(FIRST_LETTER + index);

/**
 * A function in each schema of read models: a text, marks as letters, as a column under a trigram
 * index holds it. One `replace` after the other: `translate` would compare every character with
 * every mark, which takes four times as long. And not written out in each column: Postgres would read
 * that long expression anew for every statement.
 */
export const searchableFunction = (schema: string): string => {
  const replaced = Array.from(MARKS).reduce(
    (sql, mark, index) => `replace(${sql}, '${mark.replace("'", "''")}', '${letterAt(index)}')`,
    'plain',
  );
  return `CREATE FUNCTION ${schema}.searchable(plain text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $function$ BEGIN RETURN ${replaced}; END $function$`;
};
