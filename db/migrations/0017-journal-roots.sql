-- Format 2 of the journal: the hash of a batch also covers a Merkle root over the entries of each account. Batches of
-- format 1 have no root. The first bytes of a packed batch name its format, and the root must agree with them.
alter table journal add column root bytea;

-- The rows of before have no root and are of format 1, so they are not scanned for it.
alter table journal add constraint journal_root_check check (
  (substring(packed from 1 for 4) = '\x4f4c4a02'::bytea) = (root is not null) and (root is null or length(root) = 32)
) not valid;
