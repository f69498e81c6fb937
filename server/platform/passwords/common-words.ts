import { foldText } from '#server/platform/passwords/fold-text.ts'

/** Words that top every list of leaked passwords, crude ones included, without added digits or signs. */
export const commonWords: readonly string[] = [
  // Passwords, accounts, computers and brands.
  `pass passwd password passwords passwort passord parola parol contrasena clave senha heslo haslo jelszo
   motdepasse wachtwoord losenord salasana sifre katasandi sandi matkhau пароль mypass mypassword wodemima
   mima meiyoumima bimilbeonho secret geheim letmein openup opensesame zhimakaimen changeme change default
   temp temporary access login logon guest user users username student teacher admin admins adminadmin
   administrator root toor superuser supervisor support service system sysadmin operator manager master
   owner test tester testing demo example sample welcome welkom willkommen bienvenue bienvenido hello hallo
   hola bonjour hey private public nothing whatever unknown undefined idontknow buzhidao forgot forget
   trustno trustnoone security secure safety blank enter start keyboard computer internet laptop windows
   microsoft office server network cisco oracle database mysql linux ubuntu debian android apple iphone
   samsung nokia huawei xiaomi motorola google gmail yahoo hotmail facebook instagram twitter youtube
   myspace linkedin whatsapp wechat tiktok netflix amazon playstation nintendo minecraft fortnite roblox
   pokemon pikachu starcraft warcraft counter diablo counterstrike halflife runescape zelda mario sonic
   telecom vodafone telekom admintelecom turktelekom`,
  // Keyboard patterns that are no straight walk.
  `qwerty qwertz azerty qwaszx qwasz йцукен фыва фывапролдж wasd aboy lol omg www com`,
  // Love and hate.
  `love lover lovers loved loveme loveyou iloveyou iloveu ilove iloveme iloveher iloveyouu luvyou loveu
   lovely loveless mylove truelove lovelove forever always together kiss kissme kisses hug baby babe
   babygirl babyboy honey sweet sweety sweetie sweetheart darling dear heart hearts cutie cute beautiful
   pretty sexy sexygirl sexyboy hottie angel angels teamo tequiero jetaime ichliebedich aishiteru saranghae
   sarang woaini aini woaiwojia woaima woaimama woailaopo woxiangni wozhiaini zhendeaini laopo laogong
   baobei baobao qinaide amor amore miamor mivida corazon cinta sayang rakastan ljubav любовь люблю missyou
   imissyou hate hateyou fuck fuckyou fuckme fuckoff fucker fuckit asshole bitch bitches bastard shit
   shithead bullshit bollocks pussy dick cock cunt penis pussycat boobs tits sex porn playboy caonima
   wocaonima woshishui woshishei woshiwo wojiushiwo nishizhu woshizhu hentai idiot stupid loser sucks suckit
   killme killer kill death devil hell satan lucifer demon`,
  // Animals, plants, food and weather.
  `animal dog doggy doggie puppy cat cats kitty kitten tiger tigers tigger lion lions leopard panther jaguar
   cougar bear bears panda wolf wolves fox rabbit bunny monkey monkeys gorilla horse horses pony donkey
   eagle eagles falcon hawk phoenix dragon dragons snake cobra viper python spider scorpion shark dolphin
   dolphins whale fish fishing turtle frog butterfly bee duck chicken rooster bird birdie mouse hamster cow
   bull bulldog pitbull mustang bronco dinosaur flower flowers rose roses lily daisy sunflower jasmine
   orchid tree forest garden apples banana orange cherry lemon melon mango peach strawberry coconut cookie
   cookies chocolate candy cupcake sugar pepper ginger peanut pumpkin potato cheese butter pizza burger
   bacon coffee tea milk beer whiskey vodka water fire ice snow rain rainbow sun sunny sunshine sunset moon
   moonlight star stars starlight sky ocean beach island mountain river storm thunder lightning shadow
   nature earth planet galaxy cosmos heaven paradise`,
  // Sport, music and heroes.
  `football futbol soccer baseball softball basketball hockey tennis golf golfer cricket rugby boxing racing
   swimming skate skateboard surfing snowboard karate arsenal chelsea liverpool everton manchester manutd
   united tottenham barcelona barca realmadrid madrid juventus milan inter ajax celtic rangers galatasaray
   fenerbahce besiktas benfica flamengo corinthians yankees redsox lakers cowboys steelers packers patriots
   raiders dallas ronaldo messi beckham jordan kobe lebron maradona zidane superman batman spiderman ironman
   hulk wolverine joker naruto sasuke goku dragonball onepiece luffy sakura doraemon hellokitty snoopy
   mickey minnie disney tinkerbell shrek nemo starwars skywalker yoda vader matrix neo gandalf frodo hobbit
   legolas harrypotter potter hermione dumbledore hogwarts merlin zeus apollo athena hercules thor odin
   samurai ninja warrior knight wizard magic magician pirate pirates ranger hunter soldier marine army navy
   police rocky rambo bond jamesbond terminator predator alien metallica slipknot nirvana eminem beatles
   rockstar rocknroll guitar drummer music musica singer dancer dance blink greenday linkinpark onedirection
   justinbieber bts blackpink exo bismillah allah jesus jesuschrist christ god godisgood mygod faith grace
   hope peace blessed blessing buddha krishna`,
  // Seasons, months, days and places.
  `spring summer autumn fall winter fruhling sommer herbst primavera verano otono invierno printemps automne
   hiver january february march april may june july august september october november december monday
   tuesday wednesday thursday friday saturday sunday januar februar marz mai juni juli oktober dezember
   enero febrero marzo abril mayo junio julio agosto octubre noviembre diciembre christmas easter halloween
   birthday happy newyear london paris berlin roma moscow beijing shanghai tokyo taipei taiwan singapore
   hongkong malaysia jakarta bangkok saigon hanoi vietnam thailand indonesia india pakistan bangladesh china
   japan korea america usa canada mexico brasil brazil argentina colombia chile peru espana spain france
   germany deutschland italia italy england polska poland russia ukraine turkey turkiye istanbul egypt
   africa nigeria kenya australia sydney newyork california texas florida chicago boston houston vegas
   hawaii miami`,
  // Money, work and this product.
  `openlot lots forex trade trader traders trading broker market markets stock stocks invest investor
   bitcoin btc ethereum crypto dogecoin binance metatrader pips profit profits money moneymaker cash dollar
   dollars euro gold golden silver diamond diamonds rich richman millionaire billionaire business company
   work job boss success winner winning win lucky goodluck global world theworldinyourhand freedom liberty
   power powerful energy future`,
  // Nicknames, exclamations, family and cars.
  `hahaha haha lalala blabla blahblah nihao nihaoma hao xiaoxiao okay please thanks thankyou number
   numberone one first best thebest cool coolguy coolgirl awesome great super superstar supergirl mega ultra
   extreme prince princess king kings queen queens lady girl girls boy boys man men woman mama mami mom
   mommy mother father dad daddy papa brother sister friend friends bestfriend family myfamily home house
   school college life mylife goodlife live alive dream dreams dreamer smile genius brain crazy madness
   monster zombie vampire ghost mystery spirit soul legend hero heroes champion rebel outlaw gangster
   gangsta thug pimp player playa hacker hackers gamer game games noob pro boomer junior senior bigdog
   bigboy bigdaddy bigman redneck cowboy cowgirl biker driver pilot captain doctor nurse black white red
   green blue purple pink yellow blackcat bluesky redrose car cars ferrari porsche mercedes bmw audi toyota
   honda nissan mazda ford chevy camaro corvette harley yamaha suzuki kawasaki ducati jeep truck rocket
   turbo nitro tiancai tianshi menghuan xiaolong xiaoqiang longlong`,
  // Leaked passwords that follow no pattern.
  `ncc1701 ncc1701a ncc1701d ncc1701e thx1138 blink182 rush2112 bond007 agent007 r2d2c3po c3por2d2 ou812
   50cent 2cool 2fast4u 4life 4you 4me love4ever 7eleven 12qwaszx aptx4869 18atcskd2w 3rjs1la7qe 1hxboqg2s
   zlmalm03 wangyut2 p1a6s3m 18n28n24a5 g9l2d1fzpy 1qw23er4 qw12er34 ubnt medion m1cr0s0ft vfhbyf d1lakiss
   dfktynbyf gfhjkm ghbdtn yfnfif jkmuf kumar rockyou adminhw adminisp 123meklozed 4ever`,
]
  .flatMap((group) => group.split(/\s+/))
  .map(foldText)

/** Given names, surnames and pet names used in passwords. */
export const commonNames: readonly string[] = [
  `aaron adam adrian alan albert alberto alejandro alex alexander alexandra alexis alfred alfredo alice
   alicia alina alison allison amanda amber amelia amy ana anastasia andre andrea andreas andrei andrew
   andrey andy angela angelica angelina angelo anita anna anne annie anthony antonio ariel arthur ashley
   ashton austin barbara barney beatriz becky bella ben benjamin bernard betty bianca bill billy bob bobby
   brad bradley brandon brandy brenda brian brianna britney brittany brooke bruce bryan buddy buster caleb
   calvin camila cameron carla carlos carmen carol carolina caroline casey cassandra cassie catherine
   cecilia charles charlie charlotte cheyenne chester chloe chris christian christina christine christopher
   cindy claire claudia cody colin connor corey courtney craig cristian cristina crystal cynthia dakota dan
   dana daniel daniela danielle danny dave david dean debbie denise dennis derek diana diego dmitry dominic
   donald donna dorothy douglas dustin dylan eddie edgar eduardo edward elena eli elizabeth ella ellen emily
   emma eric erica erika erik ethan eva evan evelyn fabio fatima felipe felix fernanda fernando fiona
   florian frances francesca francesco francis francisco frank frankie fred freddy frederic gabriel gabriela
   gabriella gary gavin george georgia gerald gina giovanni gloria gordon graham greg gregory guillermo
   gustavo hannah hans harold harry heather hector helen helena henry holly howard hugo ian igor irina isaac
   isabel isabella ivan jack jackie jackson jacob jacqueline jake james jamie jan jane janet janice jared
   jasmin jason javier jay jean jeff jeffrey jenna jennifer jenny jeremy jerome jerry jesse jessica jessie
   jill jim jimmy joan joanna joe joel johan johanna john johnny johnson jon jonathan jorge jose joseph josh
   joshua juan judith judy julia julian juliana julie julien juliet justin karen karina karl karla kate
   katherine kathleen kathryn kathy katie katrina kayla keith kelly kelsey ken kenneth kenny kevin kim
   kimberly kirill klaus kristen kristin kristina kyle lara larry laura lauren laurence lee lena leo leon
   leonardo leslie liam linda lindsay lindsey lisa logan lorena lorenzo louis louise lucas lucia lucy luis
   luisa luke madison maggie marc marcel marcela marco marcos marcus margaret maria mariah mariana marie
   marina marissa mark marlene marta martha martin martina mary mason mathew matt matteo matthew maurice max
   maximus maxwell megan melanie melissa melvin mia micah michael michaela michel michelle miguel mike
   mikhail milena mitchell mohamed mohammed molly monica monika morgan muhammad nadia nancy naomi natalia
   natalie natasha nathan nathaniel neil nelson nicholas nick nicolas nicole nikita nikki nikolai nina noah
   nora norman oleg olga oliver olivia omar oscar owen pablo pamela parker pascal patricia patrick paul
   paula paulo pedro penny peter petra philip phillip pierre preston rachel rafael ralph ramon randy raul
   ray raymond rebecca regina renata rene ricardo richard rick ricky riley rita robert roberta roberto robin
   rodney rodrigo roger roland roman ronald ronnie rosa rosario ross roxanne roy ruby russell ruth ryan
   sabrina sally salvador sam samantha samuel sandra sandy sara sarah savannah scooter scott sean sebastian
   serena serge sergei sergey sergio shane shannon sharon shawn sheila shelby sheng sherry sierra silvia
   simon simone sofia sonia sophia sophie spencer stacey stacy stanley stefan stefanie stephanie stephen
   steve steven stewart susan suzanne sylvia tamara tania tanya tara tatiana taylor teddy teresa terry theo
   theresa thomas tiffany tim timothy tina toby todd tom tommy tony tracy travis trevor trinity tristan
   tyler valentina valentin valeria valerie vanessa vera veronica vicki vicky victor victoria vincent viktor
   vladimir walter wanda warren wayne wendy wesley whitney will william willie wilson winston xavier yolanda
   yuri yvonne zachary zoe`,
  // Asian and Arabic names in Latin letters.
  `ahmed ahmad ali hassan hussein ibrahim khaled khalid mahmoud mustafa omer osman yusuf aisha fatma maryam
   mehmet emre murat ayse zeynep amit anil anjali arjun deepak ganesh lakshmi mahesh manish neha pooja
   prakash priya rahul raj rajesh ravi sachin sanjay shiva singh suresh vijay vishal agung andi ayu budi
   dewi putra putri rizki sari siti wahyu nguyen nguyet anh duc hung huong linh long minh phuong thanh thao
   trang tran tuan somchai akira haruka hiroshi kenji naoki takashi tanaka yamada yuki yuko jihoon minho
   minjun seojun sujin zhang wang chen yang huang zhao zhou liu lin zhu guo luo gao zheng liang xie tang
   feng yuan deng jiang zhangwei wangwei zhangjie wangjing liuyang wanglei zhanglei liwei lijing xiaoming
   xiaoyu xiaofeng xiaowei yangyang jingjing weiwei maomao jiajia tiantian yuanyuan feifei shanshan mingming
   tingting huanhuan miaomiao qianqian xingxing lingling yingying mengmeng doudou xinxin dongdong chenchen
   zhuzhu jiaojiao wenwen meimei lili`,
  // Pets.
  `bailey bandit boots brutus casper chewie cleopatra coco cooper cuddles diesel duke fido fluffy gizmo
   goldie jasper kiki lola luna milo misty muffin murphy nala oreo patches precious rascal rex romeo roxy
   rufus rusty sadie samson sasha sassy scooby scout sheba simba smokey snickers snowball sparky spike spot
   stella tank tinker tucker whiskers winnie ziggy zoey`,
]
  .flatMap((group) => group.split(/\s+/))
  .map(foldText)
