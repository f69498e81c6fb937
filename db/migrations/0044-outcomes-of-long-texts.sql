-- The answer to a change of an article holds its texts in all languages.
alter table repeats drop constraint repeats_outcome_check;
alter table repeats add constraint repeats_outcome_check check (length(outcome::text) <= 2097152);
